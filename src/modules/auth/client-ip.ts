import { isIP } from 'node:net';

/** Some proxies write the port of the client as well. */
const WITH_PORT = /^(?:\[([0-9a-f:.%]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;

/** The caller's address as PostgreSQL's `inet` takes it: port and zone are dropped, and what a proxy made up is no address. */
export function clientIpOf(request: { readonly ip?: string | undefined }): string | null {
  const given = request.ip ?? '';
  // As nearly all are; a zone stands behind a percent sign.
  if (isIP(given) !== 0 && !given.includes('%')) return given;
  const [, ipv6, ipv4] = WITH_PORT.exec(given) ?? [];
  const address = (ipv6 ?? ipv4 ?? given).split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? null : address;
}
