const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-[\x21-\x7e]*)?$/;
const MAX_LENGTH = 256;

/**
 * The `traceparent` of a request if it is one (W3C Trace Context, Level 1, §3.2), else undefined: a caller with a broken
 * tracer still gets its work done. Versions after 00 may append fields.
 */
export function parseTraceparent(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined;
  const match = TRACEPARENT.exec(header);
  if (match === null || (match[1] === '00' && match[2] !== undefined)) return undefined;
  return header;
}
