import 'server-only';
import { webConfig } from './web-config';

/**
 * Who really asks. `peer-address.ts` appends the address of the connection to X-Forwarded-For as every proxy does, so the
 * last entry is always true, and those before it only as far as the proxies in front are trusted.
 */
export function clientAddressOf(headers: Headers): string | undefined {
  const chain = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const index = chain.length - 1 - webConfig().trustedProxyHops;
  return chain[Math.max(0, index)];
}
