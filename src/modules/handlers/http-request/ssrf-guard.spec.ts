import { HostResolver } from './host-resolver.js';
import { SsrfGuard } from './ssrf-guard.js';

class Answers extends HostResolver {
  readonly asked: string[] = [];

  constructor(private readonly answers: Record<string, string[]>) {
    super();
  }

  override resolve(hostname: string): Promise<string[]> {
    this.asked.push(hostname);
    return Promise.resolve(this.answers[hostname] ?? ['93.184.216.34']);
  }
}

const NAMES = {
  localhost: ['127.0.0.1', '::1'],
  'sub.localhost': ['127.0.0.1'],
  '169.254.169.254.nip.io': ['169.254.169.254'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed-last-ipv6.example': ['93.184.216.34', '::ffff:10.0.0.1'],
  'ipv6-only.example': ['fd00::1'],
  'public-ipv6.example': ['2606:2800:220:1:248:1893:25c8:1946'],
  'scoped.example': ['fe80::1%eth0'],
  'garbage.example': ['not-an-address'],
  'empty.example': [],
  'dns64.example': ['64:ff9b::808:808'],
};

async function outcomeOf(text: string, allowlist: string[] = []): Promise<string> {
  const url = URL.parse(text);
  if (!url) return 'NOT_A_URL';
  const guard = new SsrfGuard(allowlist, new Answers(NAMES));
  return guard.check(url).then(
    () => 'OPEN',
    (error: { code: string }) => error.code,
  );
}

const FORBIDDEN = [
  // B140, B141, B143: IPv6 literals, mapped and local NAT64
  'http://[::1]/',
  'http://[::]/',
  'http://0/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  // B148: spellings of 127.0.0.1 and 192.168.0.1
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://１２７．０．０．１/',
  'http://127.0.0.1./',
  'http:127.0.0.1',
  'http:/127.0.0.1',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1',
  'http://12\t7.0.0.1/',
  'http://127.0.\n0.1/',
  ' http://127.0.0.1/',
  'HTTP://127.0.0.1/',
  'http://0300.0250.0.1/',
  'http://0xC0A80001/',
  'http://3232235521/',
  'http://192.168.1/',
  'http://%31%32%37.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://sub.localhost/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'http://169.254.169.254.nip.io/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://127.0.0.1:8080/',
  'https://127.0.0.1/',
  'https://[::1]:8443/',
  // B150: one address of each block that is not global
  'http://0.1.2.3/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://127.255.255.254/',
  'http://172.16.0.1/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://192.168.0.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::ffff:100.64.0.1]/',
  'http://[::ffff:198.18.0.1]/',
  'http://[::ffff:192.0.0.1]/',
  'http://[::ffff:240.0.0.1]/',
  'http://[::ffff:0.0.0.0]/',
  'http://[::ffff:255.255.255.255]/',
  // B145, F27: answers of a name server
  'http://mixed.example/',
  'http://mixed-last-ipv6.example/',
  'http://ipv6-only.example/',
  'http://scoped.example/',
  'http://garbage.example/',
];

describe('where http_request may connect', () => {
  it.each(FORBIDDEN)('%p is refused', async (text) => {
    expect(await outcomeOf(text)).toBe('HTTP_ADDRESS_FORBIDDEN');
  });

  it.each([
    'http://user@127.0.0.1/',
    'http://u:p@example.com/',
    'http://example.com@127.0.0.1/',
    'http://:p@example.com/',
  ])('%p is refused for its user info', async (text) => {
    expect(await outcomeOf(text)).toBe('HTTP_CREDENTIALS_IN_URL');
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://example.com/',
    'blob:http://example.com/1',
  ])('%p is refused for its scheme', async (text) => {
    expect(await outcomeOf(text)).toBe('HTTP_SCHEME_FORBIDDEN');
  });

  it.each([
    0, 1, 21, 22, 23, 25, 53, 81, 110, 143, 389, 444, 445, 465, 587, 636, 873, 993, 995, 1433, 2375, 3306, 3389, 5432,
    6379, 6667, 9042, 11211, 27017,
  ])('port %d is closed', async (port) => {
    expect(await outcomeOf(`http://example.com:${port}/`)).toBe('HTTP_PORT_FORBIDDEN');
  });

  it.each([
    'http://example.com:65536/',
    'http://example.com:99999/',
    'http://256.256.256.256/',
    'http://[::1/',
    'http://[fe80::1%25eth0]/',
    'http://',
  ])('%p is no URL', async (text) => {
    expect(await outcomeOf(text)).toBe('NOT_A_URL');
  });

  it.each([
    'http://example.com/',
    'https://example.com/',
    'https://example.com:443/',
    'http://example.com:8080/',
    'https://example.com:8443/x?y#z',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
    'http://[64:ff9b::808:808]/',
    'http://dns64.example/',
    'http://public-ipv6.example/',
    'http://example.com./',
  ])('%p is open', async (text) => {
    expect(await outcomeOf(text)).toBe('OPEN');
  });

  it('a name without an address is an error that may pass', async () => {
    expect(await outcomeOf('http://empty.example/')).toBe('HTTP_CONNECTION_FAILED');
  });

  it('a refusal does not tell the address', async () => {
    const guard = new SsrfGuard([], new Answers(NAMES));
    await expect(guard.check(new URL('http://169.254.169.254.nip.io/'))).rejects.toThrow(
      /^the host has an address that is not a public one$/,
    );
  });

  it('the addresses to connect to are those of the one look-up, all of them checked', async () => {
    const resolver = new Answers({ 'two.example': ['93.184.216.34', '2606:2800:220:1::1'] });
    const target = await new SsrfGuard([], resolver).check(new URL('http://two.example/'));
    expect(target.addresses).toEqual(['93.184.216.34', '2606:2800:220:1::1']);
    expect(resolver.asked).toEqual(['two.example']);
  });
});

describe('what the allowlist opens', () => {
  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1:8080', 'OPEN'],
    ['http://127.1:8080/', '127.0.0.1:8080', 'OPEN'],
    ['http://127.0.0.1:8081/', '127.0.0.1:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://127.0.0.2:8080/', '127.0.0.1:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://localhost:8080/', '127.0.0.1:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://localhost:8080/', 'localhost:8080', 'OPEN'],
    ['http://localhost.:8080/', 'localhost:8080', 'OPEN'],
    ['http://[::1]:8080/', '[::1]:8080', 'OPEN'],
    ['http://[::ffff:127.0.0.1]:8080/', '127.0.0.1:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://127.0.0.1:25/', '127.0.0.1:25', 'OPEN'],
    ['http://127.0.0.1/', '127.0.0.1:443', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://127.0.0.1/', '127.0.0.1:80', 'OPEN'],
    ['https://127.0.0.1/', '127.0.0.1:80', 'HTTP_ADDRESS_FORBIDDEN'],
    ['https://127.0.0.1/', '127.0.0.1:443', 'OPEN'],
    ['http://ipv6-only.example:8080/', 'ipv6-only.example:8080', 'OPEN'],
    ['http://ipv6-only.example:8080/', 'example:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    // A name may not be turned to this host or to a metadata service by whoever runs its DNS.
    ['http://mixed.example:8080/', 'mixed.example:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://169.254.169.254.nip.io:8080/', '169.254.169.254.nip.io:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://scoped.example:8080/', 'scoped.example:8080', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://u:p@127.0.0.1:8080/', '127.0.0.1:8080', 'HTTP_CREDENTIALS_IN_URL'],
  ])('%p with the entry %p: %s', async (text, entry, outcome) => {
    expect(await outcomeOf(text, [entry])).toBe(outcome);
  });

  it('an entry that cannot be read stops the boot', () => {
    expect(() => new SsrfGuard(['*:80'], new HostResolver())).toThrow('*:80');
  });
});
