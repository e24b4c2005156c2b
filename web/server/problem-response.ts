import 'server-only';

/** An answer of this server itself in the form of the interface (RFC 9457), so that pages know one form only. */
export function problemResponse(status: number, code: string, detail: string): Response {
  const body = JSON.stringify({ type: `urn:rota:problem:${code}`, title: code, status, code, detail });
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Instead of an answer of the interface: it cannot be reached, or `waitedMs` were not enough for it. */
export function unansweredResponse(method: string, waitedMs: number | undefined): Response {
  if (waitedMs === undefined) return problemResponse(503, 'API_UNREACHABLE', 'the REST interface does not answer');
  const late = `the REST interface did not answer within ${Math.round(waitedMs / 100) / 10} s`;
  // Nobody knows how far it came.
  const doubt = SAFE_METHODS.has(method) ? '' : ': what was asked for may have been done all the same, so look first';
  return problemResponse(504, 'API_TIMEOUT', late + doubt);
}
