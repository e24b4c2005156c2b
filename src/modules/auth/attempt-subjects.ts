import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { accountOf } from '../../kernel/email-address.js';

/** ::ffff:0:0/96 (RFC 4291): an IPv4 address in IPv6 form, which is the client of that IPv4 address. */
const MAPPED_IPV4 = '0:0:0:0:0:ffff';

/**
 * What failed attempts at a secret are counted under. An account is named by a hash of the e-mail address, known or not: what
 * people type into that field may be a password.
 */
export const attemptSubjects = {
  client: (ip: string | null): string => `ip:${ip === null ? 'unknown' : networkOf(ip)}`,
  account: (email: string): string => `account:${createHash('sha256').update(accountOf(email)).digest('base64url')}`,
};

/** Whoever has one IPv6 address has 2^64 of them: they count as one. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  // The host of a URL is written in one way only (RFC 5952), an embedded IPv4 address in hexadecimal.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last];
  const [high, low] = all.slice(6).map((group) => Number.parseInt(group, 16));
  if (high !== undefined && low !== undefined && all.slice(0, 6).join(':') === MAPPED_IPV4)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${all.slice(0, 4).join(':')}::/64`;
}
