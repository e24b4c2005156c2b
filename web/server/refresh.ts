import 'server-only';
import { createHash } from 'node:crypto';
import { callApi, forwardedHeaders } from './rota-api';
import { isTokens, type Tokens } from './session-cookies';

/** For so long a page that still sends the old token gets the answer that the first one got. */
const REMEMBERED_MS = 10_000;

export type Refreshed =
  { readonly kind: 'tokens'; readonly tokens: Tokens } | { readonly kind: 'ended' | 'unavailable' };

const inFlight = new Map<string, Promise<Refreshed>>();

/** A page asks for many things at once; one refresh serves them all. */
export function refreshOnce(refreshToken: string, incoming: Headers): Promise<Refreshed> {
  const key = createHash('sha256').update(refreshToken).digest('base64');
  const running = inFlight.get(key);
  if (running !== undefined) return running;
  const refreshing = refresh(refreshToken, incoming);
  inFlight.set(key, refreshing);
  void refreshing.then((result) => {
    setTimeout(() => inFlight.delete(key), result.kind === 'tokens' ? REMEMBERED_MS : 0).unref();
  });
  return refreshing;
}

async function refresh(refreshToken: string, incoming: Headers): Promise<Refreshed> {
  const headers = forwardedHeaders(incoming);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json');
  try {
    const response = await callApi('/api/v1/auth/refresh', {
      method: 'POST',
      headers,
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status >= 500 || response.status === 429) return { kind: 'unavailable' };
    const body: unknown = response.ok ? await response.json() : undefined;
    return isTokens(body) ? { kind: 'tokens', tokens: body } : { kind: 'ended' };
  } catch {
    return { kind: 'unavailable' };
  }
}
