import 'server-only';
import type { NextRequest } from 'next/server';
import { Deadline } from './deadline';
import { isFromThisApp } from './origin-check';
import { problemResponse, unansweredResponse } from './problem-response';
import { isDisguised, readBody } from './page-request';
import { refreshOnce } from './refresh';
import { callApi, forwardedHeaders } from './rota-api';
import { expiredCookies, isTokens, readSession, sessionCookies, type Tokens } from './session-cookies';
import { webConfig } from './web-config';

const MAX_BODY_BYTES = 9 * 1024 * 1024;
/** Tokens are traded by `/api/session` and by this server itself, never by a page. */
const NOT_FOR_PAGES = new Set(['/api/v1/auth/login', '/api/v1/auth/refresh', '/api/v1/auth/logout']);
/** Answers below it may hold tokens, which stay here. */
const TRADES_TOKENS = /^\/api\/v1\/auth(\/|$)/;
/** Asked by people who have no session, or one that is over: it says nothing here. */
const WITHOUT_SESSION =
  /^\/api\/v1\/auth\/(options|sign-up|setup|invitations\/inspect|invitations\/register|password\/reset-request|password\/reset)$/;
const EVENTS = 'text/event-stream';
const RETURNED = [
  'content-type',
  'etag',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
  'idempotent-replayed',
  'location',
];

/** Passes a request of a page on to the interface, with the token that only this server knows. */
export async function proxyToApi(request: NextRequest, path: string): Promise<Response> {
  if (!path.startsWith('/api/v1/') || isDisguised(path) || NOT_FOR_PAGES.has(path)) {
    return problemResponse(404, 'ROUTE_NOT_FOUND', 'there is no such route');
  }
  if (!isFromThisApp(request)) return problemResponse(403, 'FOREIGN_ORIGIN', 'this request came from another site');
  const body =
    request.method === 'GET' || request.method === 'HEAD' ? undefined : await readBody(request, MAX_BODY_BYTES);
  if (body === 'too large') return problemResponse(413, 'BODY_TOO_LARGE', 'the request is larger than 9 MiB');
  const deadline = new Deadline(webConfig().apiTimeoutMs, request.signal);
  try {
    const response = await send(request, path, body, deadline.signal);
    if (isStream(response.headers)) deadline.lift();
    return response;
  } catch {
    return unansweredResponse(request.method, deadline.isOver ? deadline.ms : undefined);
  }
}

const isStream = (headers: Headers): boolean => headers.get('content-type')?.startsWith(EVENTS) === true;

async function send(
  request: NextRequest,
  path: string,
  body: Uint8Array<ArrayBuffer> | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const session = readSession(request);
  const pathAndQuery = `${path}${request.nextUrl.search}`;
  const attempt = (accessToken?: string): Promise<Response> =>
    callApi(pathAndQuery, {
      method: request.method,
      headers: forwardedHeaders(request.headers, accessToken),
      body,
      signal,
    });
  if (WITHOUT_SESSION.test(path)) return answer(request, path, await attempt(), []);
  const first = session.access === undefined ? undefined : await attempt(session.access);
  if (first !== undefined && first.status !== 401) return answer(request, path, first, []);
  if (session.refresh === undefined) return signedOut(request);
  const refreshed = await refreshOnce(session.refresh, request.headers);
  if (refreshed.kind === 'unavailable')
    return problemResponse(503, 'API_UNREACHABLE', 'the session could not be renewed');
  if (refreshed.kind === 'ended') return signedOut(request);
  const { tokens } = refreshed as { tokens: Tokens };
  return answer(request, path, await attempt(tokens.accessToken), sessionCookies(request, tokens));
}

function signedOut(request: NextRequest): Response {
  const response = problemResponse(401, 'SESSION_ENDED', 'the session has ended: sign in again');
  for (const cookie of expiredCookies(request)) response.headers.append('set-cookie', cookie);
  return response;
}

async function answer(request: NextRequest, path: string, upstream: Response, cookies: string[]): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const name of RETURNED) {
    const value = upstream.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  if (isStream(headers)) {
    // Compression and proxies would gather hints until there are enough of them.
    headers.set('cache-control', 'no-store, no-transform');
    headers.set('x-accel-buffering', 'no');
  }
  if (TRADES_TOKENS.test(path)) return keepTokens(request, upstream, headers);
  const isEmpty = upstream.status === 204 || upstream.status === 304;
  return new Response(isEmpty ? null : upstream.body, { status: upstream.status, headers });
}

/** A reset or an accepted invitation may sign in: its tokens go into the cookies and no further. */
async function keepTokens(request: NextRequest, upstream: Response, headers: Headers): Promise<Response> {
  const text = await upstream.text();
  const body: unknown =
    headers.get('content-type')?.includes('json') === true && text !== '' ? JSON.parse(text) : undefined;
  if (!isTokens(body)) {
    return new Response(upstream.status === 204 ? null : text, { status: upstream.status, headers });
  }
  headers.delete('content-type');
  for (const cookie of sessionCookies(request, body)) headers.append('set-cookie', cookie);
  return new Response(null, { status: 204, headers });
}
