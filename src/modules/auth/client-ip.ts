import { isIP } from 'node:net';

/** Some proxies write the port of the client as well. */
const WITH_PORT = /^(?:\[([0-9a-f:.%]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;

/** The caller's address as PostgreSQL's `inet` takes it: port and zone are dropped, and what a proxy made up is no address. */
export function clientIpOf(request: { readonly ip?: string | undefined }): string | null {
  const [, ipv6, ipv4] = WITH_PORT.exec(request.ip ?? '') ?? [];
  const address = (ipv6 ?? ipv4 ?? request.ip ?? '').split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? null : address;
}
