import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * What failed attempts at a secret are counted under. An account is named by a hash of the e-mail address, known or not: what
 * people type into that field may be a password.
 */
export const attemptSubjects = {
  client: (ip: string | null): string => `ip:${ip === null ? 'unknown' : networkOf(ip)}`,
  account: (email: string): string => `account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`,
};

/** Whoever has one IPv6 address has 2^64 of them: they count as one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(ip)) return ip;
  // The host of a URL is written in one way only (RFC 5952), an embedded IPv4 address in hexadecimal.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${all.slice(0, 4).join(':')}::/64`;
}
