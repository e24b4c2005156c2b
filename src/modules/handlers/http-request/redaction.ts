const MASK = '[redacted]';
/** Shorter values would shred ordinary text; a secret of that length protects nothing anyway. */
const MIN_SECRET_LENGTH = 4;
const MAX_HEADER_VALUE_LENGTH = 256;

/** Response fields that are useful to an operator and carry no session, token or address. All others are dropped. */
const STORED_HEADERS = new Set([
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'request-id',
  'retry-after',
  'server',
  'x-correlation-id',
  'x-request-id',
]);

/** Hides values that were sent in confidence, should the server echo them, also as they stand inside a JSON string. */
export class Redactor {
  private readonly secrets: string[];

  constructor(secrets: Iterable<string>) {
    const spellings = [...secrets]
      // A scheme such as `Bearer` is no secret; what follows it is one on its own as well.
      .flatMap((secret) => [secret, ...secret.split(/[ ,]/)])
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH && !/^(bearer|basic|digest|token)$/i.test(secret));
    this.secrets = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.secrets.reduce((redacted, secret) => redacted.replaceAll(secret, MASK), text);
  }

  /** As `redact`, and hides the beginning of a secret that the end of the text cuts off. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const cut = this.secrets.reduce((longest, secret) => Math.max(longest, overlapAtEnd(redacted, secret)), 0);
    return cut === 0 ? redacted : redacted.slice(0, -cut) + MASK;
  }
}

/** The URL as it may be stored: no user info, no fragment, names of the query without their values. */
export function redactUrl(url: URL): string {
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=*`);
  return `${url.protocol}//${url.host}${url.pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`;
}

export function storableHeaders(headers: NodeJS.Dict<string | string[]>, redactor: Redactor): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!STORED_HEADERS.has(name) || value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    stored[name] = redactor.redact(text.slice(0, MAX_HEADER_VALUE_LENGTH));
  }
  return stored;
}

function overlapAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= MIN_SECRET_LENGTH; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
