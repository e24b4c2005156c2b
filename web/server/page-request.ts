/**
 * Does the path spell a letter, digit or separator as `%61`? No page does, but the interface would read it as what it stands for, and
 * what is decided here by the path would not hold there.
 */
export function isDisguised(path: string): boolean {
  return /%(2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i.test(path);
}

/** The body of a request, which is left unread beyond `maxBytes`. */
export async function readBody(
  request: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too large';
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return 'too large';
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
