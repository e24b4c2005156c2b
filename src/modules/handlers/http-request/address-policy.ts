import { isWithin, parsePrefix } from './ip-address.js';
import type { IpBytes, Prefix } from './ip-address.js';

/**
 * - `public`: globally reachable unicast
 * - `loopback`: this host
 * - `private`: networks of an operator's own (RFC 1918, unique local, shared address space)
 * - `link_local`: includes the metadata services of cloud providers
 * - `reserved`: everything else that is no destination on the public internet
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link_local' | 'reserved';

type Rule = readonly [prefix: string, kind: AddressKind];

/**
 * IANA IPv4 Special-Purpose Address Registry, and multicast. A more specific prefix stands before a wider one. The
 * entries that the registry calls globally reachable (AS112, AMT: 192.31.196.0/24, 192.52.193.0/24, 192.175.48.0/24) are
 * public by not being here; 192.0.0.9 and 192.0.0.10 (anycast of PCP and TURN) are no web servers and stay refused.
 */
const IPV4_RULES: readonly Rule[] = [
  ['0.0.0.0/8', 'reserved'],
  ['10.0.0.0/8', 'private'],
  ['100.100.100.200/32', 'link_local'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  // A public address by the registry; on Azure it is the host's agent and metadata service.
  ['168.63.129.16/32', 'link_local'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'reserved'],
  ['240.0.0.0/4', 'reserved'],
];

/**
 * IANA IPv6 Special-Purpose Address Registry. Only 2000::/3 is handed out as global unicast, so what no rule names is
 * reserved, and that covers IPv4-compatible (::/96) and IPv4-translated (::ffff:0:0:0/96) spellings, 64:ff9b:1::/48,
 * 100::/64, 5f00::/16, site-local and multicast. The few anycast and identifier blocks that the registry opens inside
 * 2001::/23 (PCP, TURN, AMT, ORCHID, drone tags) hold no web servers and stay refused with the rest of it.
 */
const IPV6_RULES: readonly Rule[] = [
  ['::1/128', 'loopback'],
  ['fd00:ec2::/32', 'link_local'],
  ['fd20:ce::254/128', 'link_local'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
  ['2000::/3', 'public'],
];

const ipv4Rules = compile(IPV4_RULES);
const ipv6Rules = compile(IPV6_RULES);
const MAPPED = parsePrefix('::ffff:0:0/96');
const NAT64 = parsePrefix('64:ff9b::/96');
const SIX_TO_FOUR = parsePrefix('2002::/16');
const TEREDO = parsePrefix('2001::/32');

/**
 * Judges an address by its bytes. IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo, ISATAP) are as good
 * as the worst address in them, so a public host behind DNS64 stays reachable and 127.0.0.1 in any coat does not.
 */
export function classifyAddress(address: IpBytes): AddressKind {
  if (address.length === 4) return classifyBy(ipv4Rules, address, 'public');
  const embedded = embeddedIpv4(address);
  if (embedded.length > 0) {
    return embedded.map((ipv4) => classifyBy(ipv4Rules, ipv4, 'public')).find((kind) => kind !== 'public') ?? 'public';
  }
  const kind = classifyBy(ipv6Rules, address, 'reserved');
  if (kind !== 'public' || !isIsatap(address)) return kind;
  return classifyBy(ipv4Rules, address.subarray(12), 'public');
}

function embeddedIpv4(address: IpBytes): IpBytes[] {
  if (isWithin(address, MAPPED) || isWithin(address, NAT64)) return [address.subarray(12)];
  if (isWithin(address, SIX_TO_FOUR)) return [address.subarray(2, 6)];
  // RFC 4380: the server in clear, the client with every bit inverted.
  if (isWithin(address, TEREDO)) return [address.subarray(4, 8), address.subarray(12).map((byte) => byte ^ 0xff)];
  return [];
}

/** RFC 5214: an interface identifier of 00-00-5E-FE (or its global form 02-…) and an IPv4 address. */
function isIsatap(address: IpBytes): boolean {
  return ((address[8] ?? 0) & 0xfd) === 0 && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe;
}

function compile(rules: readonly Rule[]): { prefix: Prefix; kind: AddressKind }[] {
  return rules.map(([prefix, kind]) => ({ prefix: parsePrefix(prefix), kind }));
}

function classifyBy(
  rules: { prefix: Prefix; kind: AddressKind }[],
  address: IpBytes,
  otherwise: AddressKind,
): AddressKind {
  return rules.find(({ prefix }) => isWithin(address, prefix))?.kind ?? otherwise;
}
