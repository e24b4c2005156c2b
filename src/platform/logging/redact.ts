const SECRET_NAME =
  /pass(word|phrase)?$|secret|token|authorization|cookie|api[-_]?key|credential|private[-_]?key|signature|jwt|^key$|^dsn$|connectionstring|database_?url/i;
const NOT_SECRET = /^(token_?type|lease_?token_?seen|key_?id|secret_?name)$/i;
const BODY_NAME = /^(payload|body|result|data)$/i;
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
const MAX_TEXT = 4_096;

/**
 * Walks whatever is about to be logged: values under secret-looking names disappear at any depth, payload-like values become
 * their size and keys, URLs lose user info and query, errors lose everything but name, message, code and stack.
 */
export function redact(value: unknown, depth = 0, seen = new WeakSet<object>()): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[deep]';
  seen.add(value);
  if (value instanceof Error) return redactError(value, depth, seen);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => redact(entry, depth + 1, seen));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([name, entry]) => [name, redactField(name, entry, depth, seen)]),
  );
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
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1, seen) }),
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
