const NUL = '\0';
const REPLACEMENT = '\uFFFD';
const encoder = new TextEncoder();

/**
 * Text that PostgreSQL keeps, in `text` and in `jsonb` alike: NUL and lone surrogates become U+FFFD, everything else
 * stays. With `maxBytes` it is cut to that many bytes of UTF-8, between two code points.
 */
export function cleanText(text: string, maxBytes?: number): string {
  if (maxBytes === undefined) return cleanCharacters(text);
  const limit = maxBytes > 0 ? Math.floor(maxBytes) : 0;
  // Each UTF-16 unit is at least one byte, so what lies behind the limit is not even looked at.
  const clean = cleanCharacters(text.length > limit ? text.slice(0, limit + 1) : text);
  // … and at most three bytes, so that a short text is not measured.
  if (clean.length * 3 <= limit || Buffer.byteLength(clean) <= limit) return clean;
  return clean.slice(0, encoder.encodeInto(clean, new Uint8Array(limit)).read);
}

function cleanCharacters(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes(NUL) ? wellFormed.replaceAll(NUL, REPLACEMENT) : wellFormed;
}
