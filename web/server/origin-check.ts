import 'server-only';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Does this request come from a page of this app? SameSite=Strict already keeps the cookies from others; this is the second
 * lock, for browsers and sites that share a registrable domain.
 */
export function isFromThisApp(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  const host = request.headers.get('host');
  return URL.canParse(origin) && new URL(origin).host === host;
}
