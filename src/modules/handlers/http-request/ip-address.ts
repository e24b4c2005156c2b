import { isIPv4, isIPv6 } from 'node:net';

export type IpBytes = Uint8Array;

export interface Prefix {
  bytes: IpBytes;
  length: number;
}

/**
 * Reads an address as the resolver or the URL parser gives it (dotted IPv4, or IPv6 in any of its spellings) into 4 or
 * 16 bytes. Null if it is neither; a scoped address (`fe80::1%eth0`) is read without its scope.
 */
export function parseIpAddress(text: string): IpBytes | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.').map(Number));
  const [unscoped = ''] = text.split('%', 1);
  return isIPv6(unscoped) ? parseIpv6(unscoped) : null;
}

/** @throws if `text` is not an address and a length, such as `10.0.0.0/8` */
export function parsePrefix(text: string): Prefix {
  const [address = '', length = ''] = text.split('/');
  const bytes = parseIpAddress(address);
  if (!bytes || !/^\d{1,3}$/.test(length) || Number(length) > bytes.length * 8)
    throw new Error(`not a prefix: ${text}`);
  return { bytes, length: Number(length) };
}

export function isWithin(address: IpBytes, prefix: Prefix): boolean {
  if (address.length !== prefix.bytes.length) return false;
  const wholeBytes = prefix.length >> 3;
  for (let i = 0; i < wholeBytes; i += 1) if (address[i] !== prefix.bytes[i]) return false;
  const restBits = prefix.length & 7;
  if (restBits === 0) return true;
  const mask = (0xff << (8 - restBits)) & 0xff;
  return ((address[wholeBytes] ?? 0) & mask) === ((prefix.bytes[wholeBytes] ?? 0) & mask);
}

export function isSameAddress(one: IpBytes, other: IpBytes): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function parseIpv6(text: string): IpBytes {
  const [head = '', tail] = text.split('::');
  const front = parseGroups(head);
  const back = tail === undefined ? [] : parseGroups(tail);
  const bytes = new Uint8Array(16);
  bytes.set(front, 0);
  bytes.set(back, 16 - back.length);
  return bytes;
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
