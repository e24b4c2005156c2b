const SECRET_NAME =
  /pass(word|phrase)?$|secret|token|authorization|cookie|api[-_]?key|credential|private[-_]?key|signature|jwt|^key$|^dsn$|connectionstring|database_?url/i;
const NOT_SECRET = /^(token_?type|lease_?token_?seen|key_?id|secret_?name)$/i;
const BODY_NAME = /^(payload|body|result|data)$/i;
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
const MAX_TEXT = 4_096;
const UNREADABLE = '[unreadable]';

/**
 * Walks whatever is about to be logged: values under secret-looking names disappear at any depth, payload-like values become
 * their size and keys, URLs lose user info and query, errors lose everything but name, message, code and stack. It never throws:
 * a line about a stray rejection may hold whatever a handler rejected with, and an error here would end the process.
 */
export function redact(value: unknown, depth = 0, seen = new WeakSet<object>()): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  // As a property of the line a function named toJSON would be called, and what it answers is not looked at.
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[deep]';
  seen.add(value);
  try {
    return redactObject(value, depth, seen);
  } catch {
    return UNREADABLE;
  }
}

function redactObject(value: object, depth: number, seen: WeakSet<object>): unknown {
  if (value instanceof Error) return redactError(value, depth, seen);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => redact(entry, depth + 1, seen));
  return Object.fromEntries(
    Object.keys(value)
      .slice(0, MAX_ENTRIES)
      .map((name) => [name, redactField(name, read(value, name), depth, seen)]),
  );
}

/** A getter that throws costs its own value only. */
function read(holder: object, name: string): unknown {
  try {
    return (holder as Record<string, unknown>)[name];
  } catch {
    return UNREADABLE;
  }
}

function redactField(name: string, entry: unknown, depth: number, seen: WeakSet<object>): unknown {
  if (SECRET_NAME.test(name) && !NOT_SECRET.test(name)) return entry === undefined ? undefined : '[redacted]';
  if (BODY_NAME.test(name) && typeof entry === 'object' && entry !== null) return summarize(entry);
  return redact(entry, depth + 1, seen);
}

function summarize(body: object): string {
  return `[${Array.isArray(body) ? `array of ${body.length}` : `object with keys ${Object.keys(body).slice(0, 20).join(', ')}`}]`;
}

function redactError(error: Error, depth: number, seen: WeakSet<object>): unknown {
  const field = (name: string): unknown => redact(read(error, name), depth + 1, seen);
  const [code, stack, cause] = [field('code'), field('stack'), field('cause')];
  return {
    type: field('name'),
    message: field('message'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** URLs keep scheme, host and path; bearer values, API keys and JSON web tokens vanish wherever they stand. */
export function redactText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@?#]*@/gi, '$1')
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"']*)\?[^\s"'#]*/gi, '$1?[redacted]')
    .replace(/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]')
    .replace(/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, '[redacted]')
    .replace(/\brota_[A-Za-z0-9_-]{20,}/g, '[redacted]');
}
