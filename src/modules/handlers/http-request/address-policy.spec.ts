import { classifyAddress } from './address-policy.js';
import { isWithin, parseIpAddress, parsePrefix } from './ip-address.js';

function kindOf(text: string): string {
  const address = parseIpAddress(text);
  return address ? classifyAddress(address) : 'unreadable';
}

/** IANA IPv4 Special-Purpose Address Registry: block, a first and a last address, globally reachable. */
const IPV4_REGISTRY: [string, string, string, boolean][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', false],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', false],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', false],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', false],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', false],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', false],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', false],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', false],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255', true],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255', true],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', false],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', false],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255', true],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', false],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', false],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', false],
  ['224.0.0.0/4 (multicast)', '224.0.0.0', '239.255.255.255', false],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255', false],
];

/** The same of the IPv6 registry, and the neighbours that a typo in a prefix would let through. */
const IPV6_REGISTRY: [string, string, string, boolean][] = [
  ['::1/128', '::1', '::1', false],
  ['::/128', '::', '::', false],
  ['::/96 (IPv4-compatible)', '::2', '::ffff:ffff', false],
  ['::ffff:0:0:0/96 (IPv4-translated)', '::ffff:0:808:808', '::ffff:0:7f00:1', false],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', false],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff', false],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', false],
  ['2001::/23 without Teredo', '2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', false],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['2001:10::/28', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', true],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['fec0::/10 (site-local)', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['ff00::/8 (multicast)', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
  ['4000::/3 (not handed out)', '4000::', 'dfff::', false],
];

describe('classification of addresses', () => {
  it.each([...IPV4_REGISTRY, ...IPV6_REGISTRY])(
    '%s is judged as the IANA registry says',
    (_block, first, last, isGlobal) => {
      expect([kindOf(first) === 'public', kindOf(last) === 'public']).toEqual([isGlobal, isGlobal]);
    },
  );

  it.each(IPV4_REGISTRY.filter(([, , , isGlobal]) => !isGlobal))(
    '%s is refused in every IPv6 coat',
    (_block, first, last) => {
      for (const ipv4 of [first, last]) {
        const bytes = parseIpAddress(ipv4)!;
        const hex = Buffer.from(bytes).toString('hex');
        const inverted = Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString('hex');
        const groups = (text: string) => `${text.slice(0, 4)}:${text.slice(4)}`;
        const coats = {
          mapped: `::ffff:${ipv4}`,
          mappedHex: `::ffff:${groups(hex)}`,
          compatible: `::${ipv4}`,
          nat64: `64:ff9b::${ipv4}`,
          nat64Local: `64:ff9b:1::${groups(hex)}`,
          sixToFour: `2002:${groups(hex)}::1`,
          teredoServer: `2001:0:${groups(hex)}:0:0:f7f7:f7f7`,
          teredoClient: `2001:0:808:808:0:0:${groups(inverted)}`,
          isatap: `2606:2800:220:1:0:5efe:${groups(hex)}`,
        };
        const open = Object.entries(coats).filter(([, coat]) => kindOf(coat) === 'public');
        expect(open).toEqual([]);
      }
    },
  );

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2000::',
    '2001:200::',
    '2003::1',
  ])('the neighbour %s of a special block is public', (text) => {
    expect(kindOf(text)).toBe('public');
  });

  it.each(['64:ff9b::808:808', '::ffff:8.8.8.8', '2002:808:808::1', '2001:0:808:808:0:0:fefe:fefe'])(
    '%s carries a public IPv4 address and is public, so that hosts behind DNS64 stay reachable',
    (text) => {
      expect(kindOf(text)).toBe('public');
    },
  );

  it.each([
    ['169.254.169.254', 'link_local'],
    ['100.100.100.200', 'link_local'],
    ['168.63.129.16', 'link_local'],
    ['fd00:ec2::254', 'link_local'],
    ['fd20:ce::254', 'link_local'],
    ['fe80::a9fe:a9fe', 'link_local'],
    ['::ffff:a9fe:a9fe', 'link_local'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['fd12::1', 'private'],
  ])('%s is %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each([
    '64:ff9b:1::808:808',
    '64:ff9b:0:0:0:1:808:808',
    '64:ff9c::808:808',
    '::808:808',
    '::fffe:808:808',
    '::ffff:0:808:808',
  ])('%s only looks like a form that carries a public IPv4 address, and is refused', (text) => {
    expect(kindOf(text)).not.toBe('public');
  });

  it('what is no address has no bytes', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      'localhost',
      ':::',
      '1::2::3',
      '::ffff:1.2.3',
      '%eth0',
    ]) {
      expect(parseIpAddress(text)).toBeNull();
    }
  });

  it('spellings of one IPv6 address give the same bytes', () => {
    const expected = parseIpAddress('::ffff:127.0.0.1');
    for (const text of [
      '::ffff:7f00:1',
      '0:0:0:0:0:FFFF:7F00:0001',
      '0000:0000:0000:0000:0000:ffff:127.0.0.1',
      '::ffff:127.0.0.1%lo',
    ]) {
      expect(parseIpAddress(text)).toEqual(expected);
    }
    expect(parseIpAddress('1:2:3:4:5:6:7::')).toEqual(parseIpAddress('1:2:3:4:5:6:7:0'));
    expect(parseIpAddress('::2:3:4:5:6:7:8')).toEqual(parseIpAddress('0:2:3:4:5:6:7:8'));
  });

  it('a prefix ends at its last bit', () => {
    const prefix = parsePrefix('172.16.0.0/12');
    expect(isWithin(parseIpAddress('172.31.255.255')!, prefix)).toBe(true);
    expect(isWithin(parseIpAddress('172.32.0.0')!, prefix)).toBe(false);
    expect(isWithin(parseIpAddress('::ac10:0')!, prefix)).toBe(false);
    expect(() => parsePrefix('10.0.0.0/33')).toThrow();
    expect(() => parsePrefix('ten/8')).toThrow();
  });
});
