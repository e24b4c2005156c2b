import { type ExactJson, parseExact } from '@/shell/json/exact-json';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** As the interface words it. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer number',
  boolean: 'a boolean value',
  object: 'an object',
  array: 'an array',
};

/** More than so many faults say nothing more. */
const MOST_FAULTS = 3;

/**
 * What in a payload is not as its handler wants it, told while it is typed. Only what can be told with certainty: names, kinds and
 * choices of the outermost fields, in the words that the interface has for them. It holds the whole payload against the whole schema.
 */
export function faultsBySchema(text: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const json = parse(text);
  if (json?.kind !== 'object') return undefined;
  const { properties = {}, required = [], additionalProperties } = schema as Schema;
  const names = new Set(json.entries.map(([name]) => name));
  const faults = [
    ...required.filter((name) => !names.has(name)).map((name) => `${name} is required`),
    ...json.entries.flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) return faultOf(name, value, property);
      return additionalProperties === false ? [`${name}: this property does not exist`] : [];
    }),
  ];
  if (faults.length === 0) return undefined;
  const more = faults.length - MOST_FAULTS;
  return `${faults.slice(0, MOST_FAULTS).join(' · ')}${more > 0 ? ` · and ${more} more` : ''}`;
}

function parse(text: string): ExactJson | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function faultOf(name: string, value: ExactJson, schema: Schema): string[] {
  const kinds = [schema.type ?? []].flat();
  const own = kindsOf(value);
  if (kinds.length > 0 && !kinds.some((kind) => own.includes(kind)))
    return [`${name} must be ${kinds.map((kind) => KIND_WORDS[kind] ?? kind).join(' or ')}`];
  if (schema.enum === undefined || value.kind !== 'string') return [];
  return schema.enum.includes(value.value)
    ? []
    : [`${name} must be one of the following values: ${schema.enum.map(String).join(', ')}`];
}

function kindsOf(value: ExactJson): readonly string[] {
  switch (value.kind) {
    case 'number':
      return Number.isInteger(Number(value.text)) ? ['number', 'integer'] : ['number'];
    case 'literal':
      return value.text === 'null' ? ['null'] : ['boolean'];
    case 'object':
    case 'array':
    case 'string':
      return [value.kind];
  }
}
