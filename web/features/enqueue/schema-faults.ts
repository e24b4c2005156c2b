import { type ExactJson, parseExact } from '@/shell/json/exact-json';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** More than so many faults say nothing more. */
const MOST_FAULTS = 3;

/**
 * What in a payload is not as its handler wants it, told while it is typed. Only what can be told with certainty: names, kinds and
 * choices of the outermost fields. The interface holds the whole payload against the whole schema.
 */
export function faultsBySchema(text: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const json = parse(text);
  if (json?.kind !== 'object') return undefined;
  const { properties = {}, required = [], additionalProperties } = schema as Schema;
  const names = new Set(json.entries.map(([name]) => name));
  const faults = [
    ...required.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
    ...json.entries.flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) return faultOf(name, value, property);
      return additionalProperties === false ? [`there is no field ${name}`] : [];
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
  if (kinds.length > 0 && !kinds.some((kind) => own.includes(kind))) return [`${name} must be ${kinds.join(' or ')}`];
  if (schema.enum === undefined || value.kind !== 'string') return [];
  return schema.enum.includes(value.value) ? [] : [`${name} must be one of ${schema.enum.map(String).join(', ')}`];
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
