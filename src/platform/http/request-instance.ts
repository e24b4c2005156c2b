import 'reflect-metadata';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { FieldFault } from '../../kernel/errors.js';
import { parseInstant } from '../../kernel/instants.js';
import { pointerStep } from '../../kernel/json-pointer.js';

export type Class = new () => object;

/** Where the values come from: a query or a path is text and is converted as `@Type` says, a body has types of its own. */
export interface Source {
  readonly isText: boolean;
  readonly pointer: string;
  readonly faults: FieldFault[];
}

/**
 * An instance of a request class with the properties of a parsed request. Only what `@Type` names is descended into; every
 * other value is taken as it is, never copied: class-transformer walks into foreign JSON, where a key such as
 * `constructor` sends it astray, and copying a thousand payloads costs more than checking them.
 */
export function toInstance(type: Class, plain: object, source: Source): object {
  const instance = new type() as Record<string, unknown>;
  for (const [key, value] of Object.entries(plain)) {
    if (key in Object.prototype) {
      source.faults.push({
        pointer: source.pointer + pointerStep(key),
        code: 'UNKNOWN_FIELD',
        detail: 'this field is not known',
      });
      continue;
    }
    const nested = typeOf(type, key, instance, plain);
    if (nested === undefined) {
      instance[key] = value;
      continue;
    }
    const at = { ...source, pointer: source.pointer + pointerStep(key) };
    if (isRequestClass(nested)) checkKind(type, key, value, at);
    instance[key] = convert(nested, value, at);
  }
  return instance;
}

function typeOf(type: Class, key: string, instance: object, plain: object): unknown {
  const metadata = defaultMetadataStorage.findTypeMetadata(type, key);
  return metadata?.typeFunction?.({ newObject: instance, object: plain as Record<string, unknown>, property: key });
}

/** class-validator takes `{}` for a list of nested objects, and a list for one of them. */
function checkKind(type: Class, key: string, value: unknown, source: Source): void {
  const kind: unknown = Reflect.getMetadata('design:type', type.prototype as object, key);
  if (value === null || kind === undefined || Array.isArray(value) === (kind === Array)) return;
  const [code, detail] = kind === Array ? ['IS_ARRAY', 'must be an array'] : ['IS_OBJECT', 'must be an object'];
  source.faults.push({ pointer: source.pointer, code, detail });
}

function convert(type: unknown, value: unknown, source: Source): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const at = { ...source, pointer: source.pointer + pointerStep(index) };
      // class-validator passes null over where it looks into a list of objects.
      if (isRequestClass(type) && !isRecord(item))
        at.faults.push({ pointer: at.pointer, code: 'IS_OBJECT', detail: 'must be an object' });
      return convert(type, item, at);
    });
  }
  if (isRequestClass(type)) return isRecord(value) ? toInstance(type, value, source) : value;
  return source.isText && typeof value === 'string' ? fromText(type, value) : value;
}

/** Strict, so that '' is not 0 and 'false' is not true. What cannot be converted stays, for the rule of the field to refuse. */
function fromText(type: unknown, text: string): unknown {
  if (type === Number) return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (type === Boolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (type === Date) return parseInstant(text) ?? text;
  return text;
}

function isRequestClass(type: unknown): type is Class {
  return typeof type === 'function' && ![Number, String, Boolean, Date, Object, Array].includes(type as never);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
