import { createHmac } from 'node:crypto';
import { NonRetryableError, RetryAfterError } from '../../../kernel/handler-errors.js';
import { aJobContext, anHttpRequestHandler, InMemoryProjectSecrets } from '../../../../test/support/handlers.js';
import type { HttpHandlerSetup } from '../../../../test/support/handlers.js';
import { LoopbackServers } from '../../../../test/support/loopback-servers.js';
import type { LoopbackServer } from '../../../../test/support/loopback-servers.js';
import type { HttpRequestPayload } from './http-request.payload.js';

const servers = new LoopbackServers();
afterEach(() => servers.closeAll());

type Payload = Partial<HttpRequestPayload> & { url: string };

function run(
  server: LoopbackServer,
  payload: Partial<Payload> = {},
  setup: HttpHandlerSetup = {},
  context = aJobContext(),
) {
  const handler = anHttpRequestHandler({ ...setup, allow: [server.entry, ...(setup.allow ?? [])] });
  return handler.handle({ url: `${server.origin}/hook`, ...payload }, context);
}

async function failure(work: Promise<unknown>): Promise<Error & { code: string; delayMs?: number }> {
  return work.then(
    (value) => Promise.reject(new Error(`succeeded with ${JSON.stringify(value)}`)),
    (error: Error & { code: string }) => error,
  );
}

describe('what http_request sends', () => {
  it('a JSON value goes out as JSON by POST, on a connection that is not kept', async () => {
    const server = await servers.http();
    const result = await run(server, { body: { id: 1, text: 'ü' }, headers: { 'X-Source': 'rota' } });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/hook', body: '{"id":1,"text":"ü"}' });
    expect(server.seen[0]?.headers).toMatchObject({
      host: server.entry,
      'content-type': 'application/json',
      'content-length': '20',
      'accept-encoding': 'identity',
      'x-source': 'rota',
      connection: 'close',
    });
    expect(result).toMatchObject({ status: 200, body: 'ok', bodyTruncated: false, bodyOmitted: null, redirects: 0 });
  });

  it.each([
    [{}, 'GET', '', undefined, undefined],
    [{ body: null }, 'GET', '', undefined, undefined],
    [{ body: 'plain' }, 'POST', 'plain', 'text/plain; charset=utf-8', '5'],
    [{ body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, 'POST', '<a/>', 'application/xml', '4'],
    [{ body: false }, 'POST', 'false', 'application/json', '5'],
    [{ body: 0, method: 'PUT' }, 'PUT', '0', 'application/json', '1'],
    [{ body: [], method: 'DELETE' }, 'DELETE', '[]', 'application/json', '2'],
    [{ method: 'POST' }, 'POST', '', undefined, '0'],
    [{ method: 'HEAD' }, 'HEAD', '', undefined, undefined],
  ])('%j goes out as %s with the body %p', async (payload, method, body, type, length) => {
    const server = await servers.http();
    await run(server, payload as Partial<Payload>);
    expect(server.seen[0]).toMatchObject({ method, body });
    expect(server.seen[0]?.headers['content-type']).toBe(type);
    expect(server.seen[0]?.headers['content-length']).toBe(length);
  });

  it('each attempt opens a connection of its own', async () => {
    const server = await servers.http();
    const handler = anHttpRequestHandler({ allow: [server.entry] });
    for (let i = 0; i < 3; i += 1) await handler.handle({ url: server.origin }, aJobContext());
    expect(server.connections()).toBe(3);
  });

  it('the trace context of the job travels along, a broken one does not', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const server = await servers.http();
    await run(server, {}, {}, aJobContext({ traceparent }));
    await run(server, {}, {}, aJobContext({ traceparent: 'x\r\nx-evil: 1' }));
    expect(server.seen.map(({ headers }) => headers['traceparent'])).toEqual([traceparent, undefined]);
  });

  it('a secret header is sent with the value of the project secret', async () => {
    const server = await servers.http();
    const secrets = new InMemoryProjectSecrets({ 'crm-token': 'Bearer s3cr3t-value' });
    await run(server, { secretHeaders: { Authorization: 'crm-token' } }, { secrets });
    expect(server.seen[0]?.headers.authorization).toBe('Bearer s3cr3t-value');
  });

  it.each([
    [{}, 'HTTP_SECRET_UNKNOWN'],
    [{ 'crm-token': 'a\r\nX-Evil: y' }, 'HTTP_SECRET_UNUSABLE'],
    [{ 'crm-token': 'naïve' }, 'HTTP_SECRET_UNUSABLE'],
  ])('a secret that cannot be sent ends the job before anything is sent', async (values, code) => {
    const server = await servers.http();
    const work = run(
      server,
      { secretHeaders: { 'X-Key': 'crm-token' } },
      { secrets: new InMemoryProjectSecrets(values) },
    );
    const error = await failure(work);
    expect(error).toMatchObject({ code });
    expect(error).toBeInstanceOf(NonRetryableError);
    expect(error.message).not.toMatch(/Evil|naïve/);
    expect(server.connections()).toBe(0);
  });

  it('a secret store that fails is tried again and its words are not stored', async () => {
    const server = await servers.http();
    const secrets = new InMemoryProjectSecrets();
    secrets.signingSecrets = () => Promise.reject(new Error('password authentication failed for postgres://u:p@db'));
    const error = await failure(run(server, {}, { secrets }));
    expect(error).toMatchObject({ code: 'HTTP_SECRETS_UNAVAILABLE' });
    expect(error).not.toBeInstanceOf(NonRetryableError);
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('postgres://');
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'webhook-id', 'Proxy-Authorization'])(
    'a payload that names the header %s is refused even when it was never checked',
    async (name) => {
      const server = await servers.http();
      expect(await failure(run(server, { headers: { [name]: '1' } }))).toMatchObject({ code: 'HTTP_HEADER_FORBIDDEN' });
      expect(server.connections()).toBe(0);
    },
  );
});

describe('the signature', () => {
  const key = Buffer.from('current-signing-key-of-32-bytes!!');
  const old = Buffer.from('previous-signing-key-of-32-bytes!');

  function expected(secret: Buffer, headers: Record<string, unknown>, body: string): string {
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    return `v1,${createHmac('sha256', secret).update(content).digest('base64')}`;
  }

  it('has the Standard Webhooks form, and an id that stays the same over retries', async () => {
    const server = await servers.http();
    const secrets = new InMemoryProjectSecrets({}, [key]);
    const beforeSeconds = Math.floor(Date.now() / 1_000);
    await run(server, { body: { a: 1 } }, { secrets }, aJobContext({ attempt: 1, executionSeq: 1 }));
    await run(server, { body: { a: 1 } }, { secrets }, aJobContext({ attempt: 2, executionSeq: 2 }));
    const [first, second] = server.seen.map(({ headers }) => headers);
    expect(first?.['webhook-id']).toBe('msg_0198c1f2-0000-7000-8000-000000000001');
    expect(second?.['webhook-id']).toBe(first?.['webhook-id']);
    expect(Number(first?.['webhook-timestamp'])).toBeGreaterThanOrEqual(beforeSeconds);
    expect(Number(first?.['webhook-timestamp'])).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(first?.['webhook-signature']).toBe(expected(key, first!, '{"a":1}'));
  });

  it('is made with both secrets during a rotation, the current one first', async () => {
    const server = await servers.http();
    await run(server, { body: 'text' }, { secrets: new InMemoryProjectSecrets({}, [key, old]) });
    const { headers } = server.seen[0]!;
    expect(headers['webhook-signature']).toBe(`${expected(key, headers, 'text')} ${expected(old, headers, 'text')}`);
  });

  it('of a request without body covers the empty body; without a secret there is an id and no signature', async () => {
    const server = await servers.http();
    await run(server, {}, { secrets: new InMemoryProjectSecrets({}, [key]) });
    await run(server);
    const [signed, unsigned] = server.seen.map(({ headers }) => headers);
    expect(signed?.['webhook-signature']).toBe(expected(key, signed!, ''));
    expect(unsigned).not.toHaveProperty('webhook-signature');
    expect(unsigned).toHaveProperty('webhook-id');
  });
});

describe('what a status means', () => {
  it.each([200, 201, 202, 204, 206, 299])('%d is success', async (status) => {
    const server = await servers.http((_request, response) => response.writeHead(status).end());
    expect(await run(server)).toMatchObject({ status });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('%d is tried again', async (status) => {
    const server = await servers.http((_request, response) => response.writeHead(status).end('secret body'));
    const error = await failure(run(server));
    expect(error).toMatchObject({ name: 'HttpRequestError', code: `HTTP_STATUS_${status}` });
    expect(error.message).toBe(`the server answered ${status}`);
  });

  it.each([300, 304, 400, 401, 402, 403, 404, 405, 409, 410, 413, 422, 451, 600])('%d is final', async (status) => {
    const server = await servers.http((_request, response) => response.writeHead(status).end());
    const error = await failure(run(server));
    expect(error).toBeInstanceOf(NonRetryableError);
    expect(error.code).toBe(`HTTP_STATUS_${status}`);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['999999999999999999999', 86_400_000],
    ['Sun, 29 Nov 2026 12:01:30 GMT', 90_000],
    ['Sunday, 29-Nov-26 12:01:30 GMT', 90_000],
    ['Sun Nov 29 12:01:30 2026', 90_000],
    ['Sun, 29 Nov 2020 12:00:00 GMT', 0],
    ['Fri, 29 Nov 2030 12:00:00 GMT', 86_400_000],
  ])('Retry-After %s asks for %d ms', async (retryAfter, delayMs) => {
    const answer = { 'retry-after': retryAfter, date: 'Sun, 29 Nov 2026 12:00:00 GMT' };
    const server = await servers.http((_request, response) => response.writeHead(503, answer).end());
    const error = await failure(run(server));
    expect(error).toBeInstanceOf(RetryAfterError);
    expect(error).toMatchObject({ delayMs, code: 'HTTP_STATUS_503' });
  });

  it.each(['soon', '-5', '1.5', '2026-11-29T12:00:00Z', '', 'Sun, 99 Nov 2026 12:00:00 GMT'])(
    'Retry-After %p is ignored',
    async (retryAfter) => {
      const server = await servers.http((_request, response) =>
        response.writeHead(429, { 'retry-after': retryAfter }).end(),
      );
      expect(await failure(run(server))).toMatchObject({ name: 'HttpRequestError', code: 'HTTP_STATUS_429' });
    },
  );

  it('Retry-After does not make a final status retryable', async () => {
    const server = await servers.http((_request, response) => response.writeHead(404, { 'retry-after': '5' }).end());
    expect(await failure(run(server))).toBeInstanceOf(NonRetryableError);
  });

  it('a switch of protocols is final, and its connection is closed', async () => {
    const server = await servers.tcp((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    expect(await failure(run(server))).toMatchObject({ code: 'HTTP_STATUS_101' });
  });
});

describe('what is stored', () => {
  it('safe headers only, no cookie, and a URL without query values', async () => {
    const server = await servers.http((_request, response) =>
      response
        .writeHead(200, {
          'set-cookie': 'sid=1',
          'x-token': 't',
          'content-type': 'application/json',
          'x-request-id': 'r-1',
          location: '/?k=v',
        })
        .end('{"ok":true}'),
    );
    const result = await run(server, { url: `${server.origin}/p?token=s3cr3t&token=2&x=y#frag` });
    expect(server.seen[0]?.url).toBe('/p?token=s3cr3t&token=2&x=y');
    expect(result.url).toBe(`${server.origin}/p?token=*&x=*`);
    expect(Object.keys(result.headers).sort()).toEqual(['content-type', 'date', 'x-request-id']);
    expect(JSON.stringify(result)).not.toContain('s3cr3t');
  });

  it('an echo of a secret is hidden, as it stands and as JSON or a URL writes it, in the body and in headers', async () => {
    const secret = 'Bearer "quoted"/val+ue';
    const server = await servers.http((request, response) => {
      const value = request.headers.authorization ?? '';
      response.setHeader('x-request-id', value);
      response.end(`${value} ${JSON.stringify(request.headers)} ${encodeURIComponent(value)} ${value.slice(7)}`);
    });
    const result = await run(
      server,
      { secretHeaders: { authorization: 's' } },
      { secrets: new InMemoryProjectSecrets({ s: secret }) },
    );
    expect(JSON.stringify(result)).not.toMatch(/quoted|val\+ue|val%2Bue/);
    expect(result.body).toContain('[redacted]');
  });

  it('a secret that the cut goes through leaves no beginning behind', async () => {
    const server = await servers.http((request, response) =>
      response.end(`${'x'.repeat(90)}${request.headers['x-key'] as string}`),
    );
    const setup = {
      secrets: new InMemoryProjectSecrets({ s: 'abcdefghijklmnopqrst' }),
      config: { httpHandlerMaxResponseBytes: 100 },
    };
    const result = await run(server, { secretHeaders: { 'x-key': 's' } }, setup);
    expect(result.body).toBe(`${'x'.repeat(90)}[redacted]`);
    expect(result.bodyTruncated).toBe(true);
  });

  it('a text is cut between characters, and NUL does not reach the store', async () => {
    const server = await servers.http((_request, response) => response.end(`a\0b${'€'.repeat(100)}`));
    const result = await run(server, {}, { config: { httpHandlerMaxResponseBytes: 10 } });
    expect(result.body).toBe('a\uFFFDb€€');
  });

  it.each([
    ['image/png', Buffer.from([0x89, 0x50]), null, 'binary'],
    [undefined, Buffer.from([0xff, 0xfe, 0x00]), null, 'binary'],
    [undefined, Buffer.from('text'), 'text', null],
    ['application/vnd.api+json', Buffer.from('{}'), '{}', null],
    ['text/html; charset=utf-8', Buffer.from('<p>'), '<p>', null],
    ['text/plain', Buffer.from([0xff, 0x41]), '\uFFFDA', null],
  ])('a body of type %p with %j is kept as %p', async (type, bytes, body, bodyOmitted) => {
    const server = await servers.http((_request, response) => {
      if (type) response.setHeader('content-type', type);
      response.end(bytes);
    });
    expect(await run(server)).toMatchObject({ body, bodyOmitted });
  });

  it('the job log has status and redacted URL', async () => {
    const server = await servers.http((_request, response) => response.writeHead(500).end());
    const context = aJobContext();
    await failure(run(server, { url: `${server.origin}/?token=s3cr3t` }, {}, context));
    expect(context.lines).toHaveLength(1);
    expect(context.lines[0]?.data).toMatchObject({ status: 500, url: `${server.origin}/?token=*` });
  });

  it('a failed connection leaves a code and no address, URL or header', async () => {
    const server = await servers.http();
    await servers.closeAll();
    const setup = { secrets: new InMemoryProjectSecrets({ s: 'planted-secret' }) };
    const error = await failure(
      run(server, { url: `${server.origin}/?token=planted`, secretHeaders: { authorization: 's' } }, setup),
    );
    expect(error).toMatchObject({ code: 'HTTP_CONNECTION_FAILED', message: 'the connection failed (ECONNREFUSED)' });
    expect(JSON.stringify([error, Object.values(error), error.stack, error.cause])).not.toMatch(/planted|127\.0\.0\.1/);
  });
});
