import 'server-only';
import type { NextRequest } from 'next/server';
import { isFromThisApp } from './origin-check';
import { readBody } from './page-request';
import { problemResponse, unansweredResponse } from './problem-response';
import { callApi, forwardedHeaders } from './rota-api';
import { expiredCookies, isTokens, readSession, sessionCookies } from './session-cookies';

const MAX_BODY_BYTES = 8_192;
const SIGN_IN_MS = 15_000;

/** Signs in: the tokens go into cookies, the page gets 204 or what the interface refused with. */
export async function signIn(request: NextRequest): Promise<Response> {
  if (!isFromThisApp(request)) return problemResponse(403, 'FOREIGN_ORIGIN', 'this request came from another site');
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === 'too large') return problemResponse(413, 'BODY_TOO_LARGE', 'the request is too large');
  try {
    const headers = forwardedHeaders(request.headers);
    const upstream = await callApi('/api/v1/auth/login', {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(SIGN_IN_MS),
    });
    const text = await upstream.text();
    const parsed: unknown = upstream.ok ? JSON.parse(text) : undefined;
    if (isTokens(parsed)) return withCookies(new Response(null, { status: 204 }), sessionCookies(request, parsed));
    const refused = new Response(text, {
      status: upstream.status,
      headers: { 'content-type': 'application/problem+json' },
    });
    const retryAfter = upstream.headers.get('retry-after');
    if (retryAfter !== null) refused.headers.set('retry-after', retryAfter);
    return refused;
  } catch (error) {
    // Signing in twice does no harm: to look first is no advice here.
    return unansweredResponse('GET', (error as Error).name === 'TimeoutError' ? SIGN_IN_MS : undefined);
  }
}

/** Signs out here in any case, and at the interface if it answers. */
export async function signOut(request: NextRequest): Promise<Response> {
  if (!isFromThisApp(request)) return problemResponse(403, 'FOREIGN_ORIGIN', 'this request came from another site');
  const { refresh } = readSession(request);
  if (refresh !== undefined) {
    const headers = forwardedHeaders(request.headers);
    headers.set('content-type', 'application/json');
    const signal = AbortSignal.timeout(5_000);
    await callApi('/api/v1/auth/logout', {
      method: 'POST',
      headers,
      body: JSON.stringify({ refreshToken: refresh }),
      signal,
    }).catch(() => undefined);
  }
  return withCookies(new Response(null, { status: 204 }), expiredCookies(request));
}

/**
 * Is there a session? A link from another site opens without SameSite=Strict cookies; the sign-in page asks here, which sends
 * them, and goes on to where the link pointed.
 */
export function describeSession(request: NextRequest): Response {
  const { refresh } = readSession(request);
  return Response.json({ isSignedIn: refresh !== undefined }, { headers: { 'cache-control': 'no-store' } });
}

function withCookies(response: Response, cookies: string[]): Response {
  response.headers.set('cache-control', 'no-store');
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
