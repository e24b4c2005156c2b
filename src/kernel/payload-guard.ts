import { type FieldFault, RotaError } from './errors.js';
import { pointerStep } from './json-pointer.js';
import { pointerAt, scanJson } from './json-scan.js';

export interface PayloadLimits {
  /** Bytes of the text as sent. */
  readonly maxBytes: number;
  /** Levels of arrays and objects; 64 unless given. PostgreSQL fails from about 10,000, JSON.stringify from 5,000. */
  readonly maxDepth?: number;
}

export const MAX_JSON_DEPTH = 64;
/** A body that is wrong in a thousand places names the first ten. */
const MAX_FAULTS = 10;
// ignoreBOM keeps a byte order mark in the text, where it is then refused instead of dropped without a word.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Suspects = Map<object, Map<string, string>>;

const REASONS: Readonly<Record<string, string>> = {
  NUMBER_NOT_FINITE: 'the number is too large to be kept',
  NUMBER_NOT_SAFE: 'the integer is beyond ±9007199254740991 and would be changed: send it as a string',
  NUMBER_UNDERFLOW: 'the number is too small to be kept and would become 0',
  NUL_CHARACTER: 'the character U+0000 cannot be stored',
  LONE_SURROGATE: 'the text holds half of a surrogate pair and is not valid Unicode',
  FORBIDDEN_KEY: 'this key is refused because it could change the prototype of an object',
};

/**
 * Reads JSON from outside and refuses what cannot be kept unchanged in `jsonb` and in JavaScript: text that is not UTF-8,
 * too many bytes or levels, NUL, lone surrogates, numbers that change, `__proto__`. Of a repeated key the last one wins
 * (ECMA-262 §25.5.1), so hash what this returns, never the text. Throws `RotaError` malformed, invalid or too_large; its
 * faults point at the exact fields.
 */
export function parseJsonGuarded(text: string | Buffer, limits: PayloadLimits): unknown {
  const bytes = typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength;
  if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const decoded = typeof text === 'string' ? text : decode(text);
  if (decoded.charCodeAt(0) === 0xfeff) throw malformed('JSON_BOM', 'the JSON starts with a byte order mark');
  const maxDepth = limits.maxDepth ?? MAX_JSON_DEPTH;
  const scan = scanJson(decoded, maxDepth);
  if (scan.tooDeepAt !== undefined) {
    throw malformed('JSON_TOO_DEEP', `nested deeper than ${maxDepth} levels`, pointerAt(decoded, scan.tooDeepAt));
  }
  const suspects: Suspects = new Map();
  const value = parse(decoded, scan.hasUnusualNumbers ? noteNumbers(suspects) : undefined);
  const faults: FieldFault[] = [];
  check({ '': value }, '', value, '', { suspects, faults });
  if (faults.length > 0) {
    const code = (faults[0] as FieldFault).code;
    throw new RotaError('invalid', code, 'the JSON holds values that cannot be stored as they are', { faults });
  }
  return value;
}

/** One text per JSON value, keys sorted by UTF-16 code units (as RFC 8785 does): the text that a request hash is made of. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    return JSON.stringify(value) ?? 'null';
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

function decode(text: Buffer): string {
  try {
    return utf8.decode(text);
  } catch {
    throw malformed('INVALID_UTF8', 'the text is not valid UTF-8');
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

function parse(text: string, reviver: Reviver | undefined): unknown {
  try {
    return reviver === undefined
      ? JSON.parse(text)
      : JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
  } catch (error) {
    // The parser's own message quotes the text, which may be a secret; its position is harmless.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    throw malformed('INVALID_JSON', `not valid JSON${position === undefined ? '' : `, near character ${position}`}`);
  }
}

/** Only the text of a number says whether it was changed: 1e-400 arrives as 0, and 9007199254740993.0 as …992. */
function noteNumbers(suspects: Suspects): Reviver {
  return function note(key, value, context) {
    const code =
      typeof value === 'number' && context.source !== undefined ? changedNumber(value, context.source) : null;
    if (code !== null) {
      const holder = this as object;
      const keys = suspects.get(holder) ?? new Map<string, string>();
      suspects.set(holder, keys.set(key, code));
      // Of the root the holder is thrown away by JSON.parse, so it is noted under a holder of our own.
      if (key === '') suspects.set(ROOT, new Map([['', code]]));
    }
    return value;
  };
}

const ROOT: object = {};

function changedNumber(value: number, source: string): string | null {
  if (!Number.isFinite(value)) return 'NUMBER_NOT_FINITE';
  if (value === 0) return /[1-9]/.test(source.split(/e/i, 1)[0] as string) ? 'NUMBER_UNDERFLOW' : null;
  // A fraction is an approximation to every reader of JSON (RFC 8259 §6); an integer is an identity.
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return null;
  // 1e23 is written back as 1e23, whatever its bits are; digits beyond the 17th are not.
  return /^-?\d+$/.test(source) || digitsOf(source) !== digitsOf(String(value)) ? 'NUMBER_NOT_SAFE' : null;
}

function digitsOf(number: string): string {
  const mantissa = number.split(/e/i, 1)[0] as string;
  return mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
}

interface Check {
  readonly suspects: Suspects;
  readonly faults: FieldFault[];
}

function check(holder: object, key: string, value: unknown, pointer: string, state: Check): void {
  if (state.faults.length >= MAX_FAULTS) return;
  if (typeof value === 'string') {
    report(textFault(value), pointer, state);
  } else if (typeof value === 'number') {
    report(state.suspects.get(pointer === '' ? ROOT : holder)?.get(key), pointer, state);
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      const item: unknown = value[i];
      // The pointer of a harmless primitive is never built: most of a large body is that.
      if (needsLook(item, state)) check(value, String(i), item, `${pointer}/${i}`, state);
    }
  } else if (typeof value === 'object' && value !== null) {
    checkObject(value as Record<string, unknown>, pointer, state);
  }
}

function checkObject(value: Record<string, unknown>, pointer: string, state: Check): void {
  for (const key of Object.keys(value)) {
    const item = value[key];
    const keyFault = textFault(key) ?? forbiddenKey(key, item);
    if (keyFault !== undefined) report(keyFault, pointer + pointerStep(key), state);
    else if (needsLook(item, state)) check(value, key, item, pointer + pointerStep(key), state);
  }
}

function needsLook(item: unknown, state: Check): boolean {
  if (typeof item === 'string') return textFault(item) !== undefined;
  if (typeof item === 'number') return state.suspects.size > 0;
  return typeof item === 'object' && item !== null;
}

function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'NUL_CHARACTER';
  return text.isWellFormed() ? undefined : 'LONE_SURROGATE';
}

function forbiddenKey(key: string, item: unknown): string | undefined {
  if (key === '__proto__') return 'FORBIDDEN_KEY';
  const isPrototypePath =
    key === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype');
  return isPrototypePath ? 'FORBIDDEN_KEY' : undefined;
}

function report(code: string | undefined, pointer: string, state: Check): void {
  if (code === undefined || state.faults.length >= MAX_FAULTS) return;
  state.faults.push({ pointer, code, detail: REASONS[code] ?? code });
}

function malformed(code: string, message: string, pointer = ''): RotaError {
  return new RotaError('malformed', code, message, { faults: [{ pointer, code, detail: message }] });
}

function tooLarge(maxBytes: number): RotaError {
  const message = `the body is larger than ${maxBytes} bytes`;
  return new RotaError('too_large', 'PAYLOAD_TOO_LARGE', message, {
    faults: [{ pointer: '', code: 'PAYLOAD_TOO_LARGE', detail: message }],
  });
}
