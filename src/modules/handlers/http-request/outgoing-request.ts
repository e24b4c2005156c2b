import { HttpRequestError, HttpRequestRefused } from './http-request.errors.js';
import type { HttpRequestPayload } from './http-request.payload.js';
import { headersFault } from './request-headers.js';

/** What is to be sent next, without the fields that the sender adds for the one hop. */
export interface OutgoingRequest {
  url: URL;
  method: string;
  /** Lower-case names; the user's, secret ones included. */
  headers: Record<string, string>;
  body: Buffer | null;
  /** False once a redirect has left the origin that the job names: what is meant for that origin stays behind. */
  isOwnOrigin: boolean;
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const BODY_FIELDS = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
  'digest',
  'content-digest',
]);

/** @throws HttpRequestRefused if the URL or a header cannot be sent */
export function firstRequest(payload: HttpRequestPayload, secretHeaders: Record<string, string>): OutgoingRequest {
  const url = URL.parse(payload.url);
  if (!url) throw new HttpRequestRefused('HTTP_URL_INVALID', 'the URL cannot be read');
  // Checked at enqueue too; repeated where it matters, for jobs that came another way into the table.
  const fault = headersFault(payload.headers ?? {});
  if (fault) throw new HttpRequestRefused('HTTP_HEADER_FORBIDDEN', fault);
  const body = encodeBody(payload.body);
  const headers: Record<string, string> = {};
  if (body)
    headers['content-type'] = typeof payload.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  for (const [name, value] of Object.entries(payload.headers ?? {})) headers[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(secretHeaders)) headers[name.toLowerCase()] = value;
  return { url, method: payload.method ?? (body ? 'POST' : 'GET'), headers, body, isOwnOrigin: true };
}

/** Where a redirect leads, or null if the answer is none. */
export function redirectLocation(status: number, location: string | undefined): string | null {
  return REDIRECT_STATUSES.has(status) && location !== undefined ? location : null;
}

/**
 * The request that follows a redirect (RFC 9110, 15.4). 303, and 301 and 302 for POST, go on as GET without the body.
 * Another origin gets none of the user's headers, no secret and no signature. A body is not handed to another origin
 * either, and since the message would then arrive nowhere, such a redirect is an error and no empty success.
 *
 * @throws HttpRequestRefused, or HttpRequestError if the location cannot be read
 */
export function followRedirect(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = URL.parse(location, request.url.href);
  if (!url) throw new HttpRequestError('HTTP_REDIRECT_INVALID', 'the server redirects to something that is no URL');
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new HttpRequestRefused('HTTP_REDIRECT_DOWNGRADE', 'the server redirects from https to http');
  }
  const dropsBody = status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  const method = dropsBody && request.method !== 'HEAD' ? 'GET' : request.method;
  const body = dropsBody ? null : request.body;
  if (url.origin === request.url.origin) {
    return { ...request, url, method, body, headers: body ? request.headers : withoutBodyFields(request.headers) };
  }
  if (body) {
    throw new HttpRequestRefused('HTTP_REDIRECT_WITH_BODY', 'the server redirects the request body to another origin');
  }
  return { url, method, body, headers: {}, isOwnOrigin: false };
}

function encodeBody(body: unknown): Buffer | null {
  if (body === undefined || body === null) return null;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function withoutBodyFields(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !BODY_FIELDS.has(name)));
}
