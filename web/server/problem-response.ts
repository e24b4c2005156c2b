import 'server-only';

/** An answer of this server itself in the form of the interface (RFC 9457), so that pages know one form only. */
export function problemResponse(status: number, code: string, detail: string): Response {
  const body = JSON.stringify({ type: `urn:rota:problem:${code}`, title: code, status, code, detail });
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}
