import { isIP } from 'node:net';

/** The caller's address as PostgreSQL's `inet` takes it: a zone is dropped, and what a proxy made up is no address. */
export function clientIpOf(request: { readonly ip?: string | undefined }): string | null {
  const address = request.ip?.split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? null : address;
}
