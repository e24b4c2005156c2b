import {
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isDataView,
  isDate,
  isMap,
  isNativeError,
  isRegExp,
  isSet,
  isUint8Array,
} from 'node:util/types';
import { cleanText } from './clean-characters.js';

export interface CleanJsonLimits {
  /** Bytes of the resulting text; 65,536 unless given. */
  readonly maxBytes?: number;
  /** Levels of arrays and objects, 64 unless given; what lies deeper becomes a marker. */
  readonly maxDepth?: number;
}

const DEFAULT_MAX_BYTES = 65_536;
const DEFAULT_MAX_DEPTH = 64;
/** The walk goes on past maxBytes up to this weight, so that the marker can say how large the value really is. */
const MIN_WALK_WEIGHT = 1_048_576;
const CIRCULAR = '[Circular]';
const TOO_DEEP = '[Too deep]';
const UNREADABLE = '[Unreadable]';

/** Thrown inside the walk only: the value is larger than anyone wants to know exactly. */
class TooLarge extends Error {}

interface Walk {
  readonly ancestors: Set<object>;
  readonly maxDepth: number;
  readonly maxWeight: number;
  weight: number;
}

/**
 * Any value as JSON text that PostgreSQL takes for `jsonb`. It never throws: strings and keys are cleaned before they are
 * escaped (afterwards it is too late), and what JSON does not know becomes text or a marker. Larger than `maxBytes` gives
 * `{"truncated":true,"bytes":n}`, where n is exact up to about a megabyte and a lower bound above. `undefined`, and a
 * function or symbol at the top, give undefined.
 */
export function cleanJson(value: unknown, limits: CleanJsonLimits = {}): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return 'null';
  const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES;
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  const walk: Walk = { ancestors: new Set(), maxDepth, maxWeight: Math.max(maxBytes, MIN_WALK_WEIGHT), weight: 0 };
  try {
    const json = JSON.stringify(clean(value, walk));
    if (json === undefined) return undefined;
    const bytes = json.length * 3 <= maxBytes ? 0 : Buffer.byteLength(json);
    return bytes <= maxBytes ? json : truncated(bytes);
  } catch (error) {
    return error instanceof TooLarge ? truncated(walk.weight) : JSON.stringify(UNREADABLE);
  }
}

const truncated = (bytes: number): string => `{"truncated":true,"bytes":${bytes}}`;

function clean(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case 'string':
      addWeight(walk, value.length + 2);
      return cleanText(value);
    case 'number':
      addWeight(walk, 1);
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return cleanBigInt(value, walk);
    case 'object':
      addWeight(walk, 2);
      return value === null ? null : cleanObject(value, walk);
    case 'boolean':
      addWeight(walk, 4);
      return value;
    default:
      addWeight(walk, 1);
      return undefined;
  }
}

function addWeight(walk: Walk, weight: number): void {
  walk.weight += weight;
  if (walk.weight > walk.maxWeight) throw new TooLarge();
}

function cleanBigInt(value: bigint, walk: Walk): string {
  // The decimal text of a giant takes quadratic time, the hexadecimal one linear.
  if (BigInt.asIntN(4_096, value) !== value) addWeight(walk, value.toString(16).length);
  const text = value.toString();
  addWeight(walk, text.length + 2);
  return text;
}

function cleanObject(value: object, walk: Walk): unknown {
  if (walk.ancestors.has(value)) return CIRCULAR;
  if (walk.ancestors.size >= walk.maxDepth) return TOO_DEEP;
  walk.ancestors.add(value);
  try {
    return cleanByKind(value, walk);
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    // A revoked proxy, a trap or a toJSON that throws.
    return UNREADABLE;
  } finally {
    walk.ancestors.delete(value);
  }
}

function cleanByKind(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return cleanArray(value, walk);
  if (isPlain(value))
    return typeof value['toJSON'] === 'function' ? cleanOwnJson(value, walk) : cleanRecord(value, walk);
  if (isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (isNativeError(value)) return cleanError(value, walk);
  if (isMap(value)) return cleanMap(value, walk);
  if (isSet(value)) return cleanArray([...value], walk);
  if (ArrayBuffer.isView(value)) return cleanView(value, walk);
  if (isAnyArrayBuffer(value)) return cleanBytes(Buffer.from(value), walk);
  if (isBoxedPrimitive(value)) return clean(value.valueOf(), walk);
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return cleanOwnJson(value, walk);
  return isRegExp(value) ? clean(String(value), walk) : cleanRecord(value, walk);
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function cleanOwnJson(value: object, walk: Walk): unknown {
  return clean((value as { toJSON: () => unknown }).toJSON(), walk);
}

function cleanArray(value: readonly unknown[], walk: Walk): unknown[] {
  const items: unknown[] = [];
  for (let i = 0; i < value.length; i += 1) items.push(clean(readKey(value, i), walk) ?? null);
  return items;
}

function cleanRecord(value: object, walk: Walk): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const key of Object.keys(value)) put(record, key, readKey(value, key), walk);
  return record;
}

function cleanMap(value: Map<unknown, unknown>, walk: Walk): unknown {
  const entries = [...value];
  if (!entries.every(([key]) => typeof key === 'string')) return cleanArray(entries, walk);
  const record: Record<string, unknown> = {};
  for (const [key, item] of entries) put(record, key as string, item, walk);
  return record;
}

function cleanError(error: Error, walk: Walk): unknown {
  const record = cleanRecord(error, walk);
  for (const key of ['name', 'message', 'stack', 'cause']) {
    if (key in error) put(record, key, readKey(error, key), walk);
  }
  return record;
}

function put(record: Record<string, unknown>, key: string, value: unknown, walk: Walk): void {
  addWeight(walk, key.length + 3);
  const item = clean(value, walk);
  if (item === undefined) return;
  const name = cleanText(key);
  // A plain assignment of this one key would set the prototype.
  if (name === '__proto__') Object.defineProperty(record, name, { value: item, enumerable: true, configurable: true });
  else record[name] = item;
}

function cleanView(view: ArrayBufferView, walk: Walk): unknown {
  if (isUint8Array(view) || isDataView(view)) {
    return cleanBytes(Buffer.from(view.buffer, view.byteOffset, view.byteLength), walk);
  }
  addWeight(walk, view.byteLength);
  return cleanArray(Array.from(view as unknown as ArrayLike<unknown>), walk);
}

/** Bytes travel as base64, as in every JSON API; node's own form of a Buffer takes four characters for each. */
function cleanBytes(bytes: Buffer, walk: Walk): string {
  addWeight(walk, Math.ceil(bytes.byteLength / 3) * 4 + 2);
  return bytes.toString('base64');
}

/** One getter that throws costs its own value only. */
function readKey(holder: object, key: string | number): unknown {
  try {
    return (holder as Record<string | number, unknown>)[key];
  } catch {
    return UNREADABLE;
  }
}
