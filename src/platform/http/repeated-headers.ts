import { RotaError } from '../../kernel/errors.js';

/**
 * Headers that say one thing. Of two, Node takes the first or joins them, while a proxy in front may have judged by the last
 * (RFC 9110 §5.3, RFC 9112 §3.2): whoever sends both is not guessed at.
 */
const SINGLE = ['host', 'content-type', 'authorization', 'idempotency-key'];
const LENGTHS: ReadonlySet<number> = new Set(SINGLE.map((name) => name.length));

/** The first of them that came twice. `rawHeaders` are names and values in turn, as they came. */
export function repeatedHeaderOf(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!LENGTHS.has(name.length)) continue;
    const place = SINGLE.indexOf(name.toLowerCase());
    if (place < 0) continue;
    if ((seen & (1 << place)) !== 0) return SINGLE[place];
    seen |= 1 << place;
  }
  return undefined;
}

export function repeatedHeader(name: string): RotaError {
  const code = name === 'host' ? 'HOST_REPEATED' : 'HEADER_REPEATED';
  const detail = `a request has one ${name} header`;
  return new RotaError('malformed', code, detail, { faults: [{ pointer: `/headers/${name}`, code, detail }] });
}
