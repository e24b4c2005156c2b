import { cleanJson } from './clean-json.js';
import { cleanText } from './clean-characters.js';

/** What is kept of a thrown value: clean text within the caps, fit for a text or jsonb column. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  /** With the stacks of its causes; empty if there is none. */
  readonly stack: string;
}

const MAX_NAME_BYTES = 200;
const MAX_MESSAGE_BYTES = 8_192;
const MAX_STACK_BYTES = 16_384;
const MAX_CAUSES = 5;

/** Describes anything that was thrown, be it no error at all, and never throws itself. */
export function describeError(thrown: unknown): ErrorDescription {
  const name = nameOf(thrown);
  const message = messageOf(thrown);
  return {
    name: cleanText(name, MAX_NAME_BYTES),
    message: cleanText(message, MAX_MESSAGE_BYTES),
    stack: cleanText(stackWithCauses(thrown), MAX_STACK_BYTES),
  };
}

function nameOf(thrown: unknown): string {
  if (!isObject(thrown)) return 'NonError';
  return textOf(thrown, 'name') ?? textOf(read(thrown, 'constructor'), 'name') ?? 'NonError';
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (!isObject(thrown)) return primitiveText(thrown);
  const message = textOf(thrown, 'message');
  if (message !== undefined) return message;
  // A refused connection to several addresses is an AggregateError without a message of its own.
  const first = textOf(read(read(thrown, 'errors'), 0), 'message');
  return first ?? textOf(thrown, 'code') ?? (isErrorLike(thrown) ? '' : asJson(thrown));
}

function primitiveText(thrown: unknown): string {
  // A giant BigInt takes long to write out, and nobody reads it.
  return typeof thrown === 'bigint' ? (cleanJson(thrown) ?? '').replaceAll('"', '') : String(thrown);
}

function asJson(thrown: object): string {
  return typeof thrown === 'function'
    ? 'a function was thrown'
    : (cleanJson(thrown, { maxBytes: MAX_MESSAGE_BYTES }) ?? '');
}

function stackWithCauses(thrown: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  for (
    let error = thrown;
    isObject(error) && !seen.has(error) && seen.size <= MAX_CAUSES;
    error = read(error, 'cause')
  ) {
    seen.add(error);
    const stack = textOf(error, 'stack') ?? (parts.length === 0 ? '' : `${nameOf(error)}: ${messageOf(error)}`);
    // Each one is cut for itself, so that a long stack never hides its cause.
    if (stack !== '') parts.push(cleanText(stack, MAX_STACK_BYTES / 4));
  }
  return parts.join('\nCaused by: ');
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isErrorLike(thrown: object): boolean {
  return textOf(thrown, 'stack') !== undefined;
}

/** The property if it is a text that says something. */
function textOf(holder: unknown, key: string): string | undefined {
  const value = read(holder, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function read(holder: unknown, key: string | number): unknown {
  try {
    return isObject(holder) ? (holder as Record<string | number, unknown>)[key] : undefined;
  } catch {
    return undefined;
  }
}
