import 'server-only';

/** What the admin app's own server is told by its environment. Read when a request comes: a build knows none of it. */
export interface WebConfig {
  /** Where the REST interface answers, without `/api/v1`. */
  readonly apiUrl: string;
  /** Proxies in front of this server whose X-Forwarded-For is believed. */
  readonly trustedProxyHops: number;
  /** So long an answer of the interface is waited for, in milliseconds. It gives up a statement after half of that by itself. */
  readonly apiTimeoutMs: number;
}

const API_TIMEOUT_MS = 30_000;

export function webConfig(): WebConfig {
  const apiUrl = process.env['ROTA_API_URL'] ?? 'http://127.0.0.1:3000';
  const hops = Number(process.env['WEB_TRUSTED_PROXY_HOPS'] ?? '0');
  const timeoutMs = Number(process.env['WEB_API_TIMEOUT_MS'] ?? API_TIMEOUT_MS);
  return {
    apiUrl: apiUrl.replace(/\/+$/, ''),
    trustedProxyHops: Number.isInteger(hops) && hops >= 0 ? hops : 0,
    apiTimeoutMs: Number.isInteger(timeoutMs) && timeoutMs > 0 ? timeoutMs : API_TIMEOUT_MS,
  };
}
