import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurityPolicy } from './server/content-security-policy';
import { REFRESH_COOKIE } from './server/cookie-names';
import { isEntryPath } from './shell/entry/entry-paths';

/** Runs before every page: gives it its policy and nonce, and sends who has no session to sign in. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (!isEntryPath(pathname) && !request.cookies.has(REFRESH_COOKIE)) {
    const target = request.nextUrl.clone();
    target.pathname = '/sign-in';
    target.search = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return NextResponse.redirect(target);
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-frame-options', 'DENY');
  response.headers.set('cross-origin-opener-policy', 'same-origin');
  response.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  return response;
}

export const config = {
  matcher: [{ source: '/((?!api/|_next/static|_next/image|icon.svg|favicon.ico).*)' }],
};
