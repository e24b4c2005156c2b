import {
  aJobContext,
  anHttpRequestHandler,
  FixedAnswers,
  InMemoryProjectSecrets,
} from '../../../../test/support/handlers.js';
import type { HttpHandlerSetup } from '../../../../test/support/handlers.js';
import { DnsStub } from '../../../../test/support/dns-stub.js';
import { LoopbackServers } from '../../../../test/support/loopback-servers.js';
import { HostResolver } from './host-resolver.js';
import type { HttpRequestPayload } from './http-request.payload.js';
import { webhookHeaders } from './webhook-signature.js';

const servers = new LoopbackServers();
afterEach(() => servers.closeAll());

function request(url: string, setup: HttpHandlerSetup = {}, payload: Partial<HttpRequestPayload> = {}) {
  return anHttpRequestHandler(setup).handle({ url, ...payload }, aJobContext());
}

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'SUCCEEDED',
    (error: { code: string }) => error.code,
  );
}

describe('canaries on loopback see no connection', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.1.',
    '0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'sub.localhost',
    'canary.example',
  ])('by the host %s', async (host) => {
    const canary = await servers.http();
    const resolver = new FixedAnswers({
      localhost: ['127.0.0.1'],
      'sub.localhost': ['127.0.0.1'],
      'canary.example': ['127.0.0.1'],
    });
    expect(await codeOf(request(`http://${host}:${canary.port}/`, { resolver }))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(canary.connections()).toBe(0);
  });

  it('on IPv6 loopback', async () => {
    const canary = await servers.http(undefined, '::1');
    const resolver = new FixedAnswers({ 'six.example': ['::1'] });
    expect(await codeOf(request(`${canary.origin}/`))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(await codeOf(request(`http://six.example:${canary.port}/`, { resolver }))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(canary.connections()).toBe(0);
  });

  it('beside an allowed server: the entry opens its own host and port only', async () => {
    const [allowed, canary] = [await servers.http(), await servers.http()];
    const setup = { allow: [allowed.entry] };
    expect(await codeOf(request(allowed.origin, setup))).toBe('SUCCEEDED');
    expect(await codeOf(request(canary.origin, setup))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(await codeOf(request(`http://127.0.0.2:${allowed.port}/`, setup))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(canary.connections()).toBe(0);
  });

  it('with the resolver of the system', async () => {
    const canary = await servers.http();
    const resolver = new HostResolver();
    expect(await codeOf(request(`http://localhost:${canary.port}/`, { resolver }))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(canary.connections()).toBe(0);
  });
});

describe('a name server that changes its answers', () => {
  async function withStub(
    answers: string[][],
    work: (stub: DnsStub, resolver: HostResolver) => Promise<void>,
  ): Promise<void> {
    const stub = new DnsStub(answers);
    const dns = await stub.start();
    const resolver = new HostResolver();
    resolver.resolve = (hostname) => dns.resolve4(hostname);
    try {
      await work(stub, resolver);
    } finally {
      await stub.stop();
    }
  }

  it('is asked once, and the connection goes to the address that was checked', async () => {
    const checked = await servers.http();
    const canary = await servers.http(undefined, '127.0.0.2');
    await withStub([['127.0.0.1'], ['127.0.0.2']], async (stub, resolver) => {
      const setup = { resolver, allow: [`rebind.localhost:${checked.port}`] };
      expect(await codeOf(request(`http://rebind.localhost:${checked.port}/`, setup))).toBe('SUCCEEDED');
      expect(stub.questions).toBe(1);
    });
    expect(checked.seen[0]?.headers.host).toBe(`rebind.localhost:${checked.port}`);
    expect(canary.connections()).toBe(0);
  });

  it('is refused when one answer of several is private, wherever it stands', async () => {
    const canary = await servers.http();
    for (const answers of [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['93.184.216.34', '8.8.8.8', '10.0.0.1'],
    ]) {
      await withStub([answers], async (_stub, resolver) => {
        expect(await codeOf(request(`http://rebind.example:${canary.port}/`, { resolver }))).toBe(
          'HTTP_ADDRESS_FORBIDDEN',
        );
      });
    }
    expect(canary.connections()).toBe(0);
  });

  it('is asked and checked again for each redirect and each attempt', async () => {
    const first = await servers.http((_request, response) => response.writeHead(302, { location: '/next' }).end());
    await withStub([['127.0.0.1'], ['169.254.169.254']], async (stub, resolver) => {
      const setup = { resolver, allow: [`rebind.localhost:${first.port}`] };
      expect(await codeOf(request(`http://rebind.localhost:${first.port}/`, setup))).toBe('HTTP_ADDRESS_FORBIDDEN');
      expect(stub.questions).toBe(2);
    });
    expect(first.seen).toHaveLength(1);
  });

  it('says "no such name": an error that may pass', async () => {
    await withStub([[]], async (_stub, resolver) => {
      expect(await codeOf(request('http://nobody.example/', { resolver }))).toBe('HTTP_CONNECTION_FAILED');
    });
  });
});

describe('redirects', () => {
  const redirectTo = (location: string, status = 302) =>
    servers.http((_request, response) => response.writeHead(status, { location }).end());

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'HTTP_ADDRESS_FORBIDDEN'],
    ['//169.254.169.254/', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://[::ffff:a9fe:a9fe]/', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://2130706433/', 'HTTP_ADDRESS_FORBIDDEN'],
    ['http://127.0.0.1:5432/', 'HTTP_PORT_FORBIDDEN'],
    ['file:///etc/passwd', 'HTTP_SCHEME_FORBIDDEN'],
    ['gopher://127.0.0.1:6379/_x', 'HTTP_SCHEME_FORBIDDEN'],
    ['data:text/plain,x', 'HTTP_SCHEME_FORBIDDEN'],
    ['http://user:pass@example.com/', 'HTTP_CREDENTIALS_IN_URL'],
    ['http://', 'HTTP_REDIRECT_INVALID'],
  ])('every status of a redirect to %s is refused', async (location, code) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await redirectTo(location, status);
      expect(await codeOf(request(server.origin, { allow: [server.entry] }))).toBe(code);
    }
  });

  it('a redirect to a canary is not followed', async () => {
    const canary = await servers.http();
    const server = await redirectTo(canary.origin);
    expect(await codeOf(request(server.origin, { allow: [server.entry] }))).toBe('HTTP_ADDRESS_FORBIDDEN');
    expect(canary.connections()).toBe(0);
  });

  it('three are followed, a fourth is not, nor is a loop', async () => {
    const server = await servers.http((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: Number.isNaN(left) ? '/loop' : `/${left - 1}` }).end();
    });
    const setup = { allow: [server.entry] };
    expect(await request(`${server.origin}/3`, setup)).toMatchObject({
      body: 'there',
      redirects: 3,
      url: `${server.origin}/0`,
    });
    expect(server.seen).toHaveLength(4);
    for (const path of ['/4', '/11', '/loop']) {
      expect(await codeOf(request(server.origin + path, setup))).toBe('HTTP_TOO_MANY_REDIRECTS');
    }
    expect(server.seen).toHaveLength(4 + 3 * 4);
  });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', '{"a":1}'],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'PATCH', 'PATCH', '{"a":1}'],
  ] as const)(
    '%d after %s goes on within the origin as %s with the body %p',
    async (status, method, nextMethod, body) => {
      const server = await servers.http((request, response) => {
        if (request.url === '/next') response.end();
        else response.writeHead(status, { location: '/next' }).end();
      });
      const setup = {
        allow: [server.entry],
        secrets: new InMemoryProjectSecrets({ k: 'secret-key' }, [Buffer.from('key')]),
      };
      await request(server.origin, setup, {
        method,
        body: { a: 1 },
        headers: { 'x-mine': '1' },
        secretHeaders: { 'x-api-key': 'k' },
      });
      const [first, next] = server.seen;
      expect(next).toMatchObject({ method: nextMethod, body });
      expect(next?.headers).toMatchObject({
        'x-mine': '1',
        'x-api-key': 'secret-key',
        'webhook-id': first?.headers['webhook-id'],
      });
      // The signature is that of the body which this request really has.
      const timestampSeconds = Number(next?.headers['webhook-timestamp']);
      const signed = { jobId: aJobContext().jobId, timestampSeconds, body: Buffer.from(body) };
      expect(next?.headers).toMatchObject(webhookHeaders({ ...signed, secrets: [Buffer.from('key')] }));
      expect(next?.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    },
  );

  it('another origin gets no header of the user, no secret, no signature and no body', async () => {
    const other = await servers.http();
    const setup = { secrets: new InMemoryProjectSecrets({ k: 'secret-key' }, [Buffer.from('key')]) };
    const payload = {
      headers: { 'x-mine': '1' },
      secretHeaders: { authorization: 'k', 'x-api-key': 'k', cookie: 'k' },
    };
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await redirectTo(`${other.origin}/landing?x=1`, status);
      await request(server.origin, { ...setup, allow: [server.entry, other.entry] }, payload);
      expect(server.seen[0]?.headers['authorization']).toBe('secret-key');
    }
    expect(other.seen).toHaveLength(5);
    for (const { headers, body } of other.seen) {
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
      expect(body).toBe('');
    }
  });

  it('coming back to the first origin brings nothing back', async () => {
    const home = await servers.http((request, response) => {
      if (request.url === '/home') response.end();
      else response.writeHead(302, { location: `${away.origin}/` }).end();
    });
    const away = await redirectTo(`${home.origin}/home`);
    const secrets = new InMemoryProjectSecrets({ k: 'secret-key' });
    await request(home.origin, { secrets, allow: [home.entry, away.entry] }, { secretHeaders: { 'x-api-key': 'k' } });
    expect(home.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['secret-key', undefined]);
  });

  it.each([307, 308])(
    '%d takes no body to another origin: the job fails and the origin sees nothing',
    async (status) => {
      const other = await servers.http();
      const server = await redirectTo(other.origin, status);
      const work = request(server.origin, { allow: [server.entry, other.entry] }, { body: { secret: 1 } });
      expect(await codeOf(work)).toBe('HTTP_REDIRECT_WITH_BODY');
      expect(other.connections()).toBe(0);
    },
  );

  it('a redirect status without a location is a final answer', async () => {
    const server = await servers.http((_request, response) => response.writeHead(302).end());
    expect(await codeOf(request(server.origin, { allow: [server.entry] }))).toBe('HTTP_STATUS_302');
  });
});
