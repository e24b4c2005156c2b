import { pointerStep } from './json-pointer.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
/** A decimal of up to 15 characters without an exponent is always kept: 2^53 has 16 digits. */
const ALWAYS_EXACT_LENGTH = 15;

export interface JsonScan {
  /** Where the first array or object opens that is deeper than allowed. */
  readonly tooDeepAt: number | undefined;
  /** Is there a number that is long or has an exponent, so that its text must be looked at? */
  readonly hasUnusualNumbers: boolean;
}

/**
 * One pass over the text before anything recursive touches it: how deep does it go, and is there any number that parsing
 * could change? It does not validate; JSON.parse does that next.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  let depth = 0;
  let hasUnusualNumbers = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = stringEnd(text, i);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > maxDepth) return { tooDeepAt: i, hasUnusualNumbers };
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    } else if (code >= 0x30 && code <= 0x39) {
      const end = numberEnd(text, i);
      hasUnusualNumbers ||= end - i > ALWAYS_EXACT_LENGTH || hasExponent(text, end);
      i = end - 1;
    }
  }
  return { tooDeepAt: undefined, hasUnusualNumbers };
}

/** The JSON pointer of the value that starts at `offset` of a text that may end or go wrong later. */
export function pointerAt(text: string, offset: number): string {
  const frames: { key: string | number; isKeyNext: boolean }[] = [];
  for (let i = 0; i < offset; i += 1) {
    const code = text.charCodeAt(i);
    const frame = frames.at(-1);
    if (code === QUOTE) {
      const end = stringEnd(text, i);
      if (frame?.isKeyNext) frame.key = unquote(text.slice(i, end + 1));
      i = end;
    } else if (code === OPEN_ARRAY) {
      frames.push({ key: 0, isKeyNext: false });
    } else if (code === OPEN_OBJECT) {
      frames.push({ key: '', isKeyNext: true });
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      frames.pop();
    } else if (code === COMMA && frame !== undefined) {
      if (typeof frame.key === 'number') frame.key += 1;
      else frame.isKeyNext = true;
    } else if (code === COLON && frame !== undefined) {
      frame.isKeyNext = false;
    }
  }
  return frames.map((frame) => pointerStep(frame.key)).join('');
}

/** The index of the closing quote, or the end of the text. A quote is escaped if an odd run of backslashes precedes it. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (before > start && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - 1 - before) % 2 === 0) return end;
  }
  return text.length;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); (code >= 0x30 && code <= 0x39) || code === 0x2e; code = text.charCodeAt(end))
    end += 1;
  return end;
}

function hasExponent(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  return code === 0x65 || code === 0x45;
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
