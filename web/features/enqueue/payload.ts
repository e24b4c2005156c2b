import { parseExact, printExact } from '@/shell/json/exact-json';

/**
 * A body whose payload goes out as it was typed, digit by digit: through `JSON.parse` a big number would be changed silently. The
 * types of the client want an object, so the text travels through its serializer.
 * @throws SyntaxError if the payload is no JSON
 */
export function bodyWithPayload<Body extends object>(rest: Body, payloadText: string) {
  const payload = printExact(parseExact(payloadText), 0);
  return {
    body: { ...rest, payload: {} as Record<string, unknown> },
    bodySerializer: () => `{"payload":${payload},${JSON.stringify(rest).slice(1)}`.replace(/,\}$/, '}'),
  };
}

/** Why what is typed cannot be a payload. */
export function faultOfText(text: string): string | undefined {
  try {
    return parseExact(text).kind === 'object' ? undefined : 'a payload is an object: { … }';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the interface says of the payload, in the words that are used while it is typed, too. */
export function faultsOfPayload(faults: ReadonlyMap<string, string>): string | undefined {
  const own = [...faults].filter(([pointer]) => pointer === '/payload' || pointer.startsWith('/payload/'));
  if (own.length === 0) return undefined;
  return own.map(([pointer, detail]) => withPlace(pointer.slice('/payload/'.length), detail)).join(' · ');
}

/** Most rules name their field; what stands deeper, or is not named, gets its path. */
function withPlace(path: string, detail: string): string {
  return path === '' || detail.startsWith(`${path} `) ? detail : `${path}: ${detail}`;
}
