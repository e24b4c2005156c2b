import 'server-only';

/** What the admin app's own server is told by its environment. Read when a request comes: a build knows none of it. */
export interface WebConfig {
  /** Where the REST interface answers, without `/api/v1`. */
  readonly apiUrl: string;
  /** Proxies in front of this server whose X-Forwarded-For is believed. */
  readonly trustedProxyHops: number;
}

export function webConfig(): WebConfig {
  const apiUrl = process.env['ROTA_API_URL'] ?? 'http://127.0.0.1:3000';
  const hops = Number(process.env['WEB_TRUSTED_PROXY_HOPS'] ?? '0');
  return {
    apiUrl: apiUrl.replace(/\/+$/, ''),
    trustedProxyHops: Number.isInteger(hops) && hops >= 0 ? hops : 0,
  };
}
