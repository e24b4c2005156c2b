import 'server-only';
import { webConfig } from './web-config';
import { clientAddressOf } from './client-address';

/** What of a request is passed on. Cookies and what else a browser sends stay here. */
const PASSED_ON = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'traceparent',
];

export function forwardedHeaders(incoming: Headers, accessToken?: string): Headers {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = incoming.get(name);
    if (value !== null) headers.set(name, value);
  }
  const userAgent = incoming.get('user-agent');
  if (userAgent !== null) headers.set('user-agent', userAgent);
  const address = clientAddressOf(incoming);
  if (address !== undefined) headers.set('x-forwarded-for', address);
  if (accessToken !== undefined) headers.set('authorization', `Bearer ${accessToken}`);
  return headers;
}

/** @throws TypeError when the interface does not answer */
export function callApi(pathAndQuery: string, init: RequestInit): Promise<Response> {
  return fetch(`${webConfig().apiUrl}${pathAndQuery}`, { ...init, cache: 'no-store', redirect: 'manual' });
}
