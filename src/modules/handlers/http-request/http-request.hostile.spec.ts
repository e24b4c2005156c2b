import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { aJobContext, anHttpRequestHandler, FixedAnswers } from '../../../../test/support/handlers.js';
import { LoopbackServers } from '../../../../test/support/loopback-servers.js';
import type { LoopbackServer } from '../../../../test/support/loopback-servers.js';
import { until } from '../../../../test/support/until.js';
import { HostResolver } from './host-resolver.js';
import type { HttpRequestPayload } from './http-request.payload.js';
import { type SelfSigned, selfSigned } from '../../../../test/support/self-signed.js';

const servers = new LoopbackServers();
afterEach(() => servers.closeAll());

const TIMEOUT_MS = 700;

function run(server: LoopbackServer, payload: Partial<HttpRequestPayload> = {}, context = aJobContext()) {
  const config = { httpHandlerMaxResponseBytes: 1_000_000 };
  return anHttpRequestHandler({ allow: [server.entry], config }).handle(
    { url: server.origin, timeoutMs: TIMEOUT_MS, ...payload },
    context,
  );
}

async function failure(work: Promise<unknown>): Promise<{ code: string; message: string; elapsedMs: number }> {
  const startedAtMs = performance.now();
  return work.then(
    () => Promise.reject(new Error('succeeded')),
    (error: { code: string; message: string }) => ({
      code: error.code,
      message: error.message,
      elapsedMs: performance.now() - startedAtMs,
    }),
  );
}

/** Answers the head of a request with bytes. */
function onHead(socket: Socket, answer: () => void): void {
  let head = '';
  socket.on('data', (chunk: Buffer) => {
    const wasComplete = head.includes('\r\n\r\n');
    head += chunk.toString('latin1');
    if (!wasComplete && head.includes('\r\n\r\n')) answer();
  });
}

function flood(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

async function grownBytes(work: () => Promise<unknown>): Promise<number> {
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = used();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, used())), 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(peak, used()) - before;
}

describe('time', () => {
  it.each([
    ['that never answers', (_socket: Socket) => undefined],
    ['that sends a byte of the head now and then', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Slow: ')],
    [
      'that sends a byte of the body now and then',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'),
    ],
    [
      'that sends chunks now and then',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    ],
    [
      'that sends interim answers without end',
      (socket: Socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    ],
  ])('a server %s ends at the deadline, and its connection is closed', async (_what, behave) => {
    const server = await servers.tcp((socket) => onHead(socket, () => behave(socket)));
    const error = await failure(run(server));
    expect(error.code).toBe('HTTP_TIMEOUT');
    expect(error.elapsedMs).toBeGreaterThan(TIMEOUT_MS - 50);
    // And no later: a deadline that every byte moves on would never come, these servers go on for ever.
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  it('a name server that never answers counts', async () => {
    const resolver = new HostResolver();
    resolver.resolve = () => new Promise(() => undefined);
    const handler = anHttpRequestHandler({ resolver });
    const error = await failure(handler.handle({ url: 'http://slow.example/', timeoutMs: 200 }, aJobContext()));
    expect(error.code).toBe('HTTP_TIMEOUT');
  });

  it('a server that never finishes the TLS handshake ends at the deadline', async () => {
    const server = await servers.tcp((socket) => socket.resume());
    const error = await failure(run(server, { url: `https://${server.entry}/` }));
    expect(error.code).toBe('HTTP_TIMEOUT');
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  it('redirects do not start the clock again', async () => {
    const server = await servers.http((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 300);
    });
    const error = await failure(run(server));
    // Else each would have its time, and the end would be that they are too many.
    expect(error.code).toBe('HTTP_TIMEOUT');
  });

  it('a time that a job asks for is cut to the limit of the installation', async () => {
    const server = await servers.tcp((socket) => socket.resume());
    const handler = anHttpRequestHandler({ allow: [server.entry], config: { httpHandlerMaxTimeoutMs: 200 } });
    const error = await failure(handler.handle({ url: server.origin, timeoutMs: 60_000 }, aJobContext()));
    expect(error).toMatchObject({ code: 'HTTP_TIMEOUT', message: 'no complete answer within 200 ms' });
  });

  it('an aborted job ends at once and closes its connection', async () => {
    const server = await servers.tcp((socket) => socket.resume());
    const job = new AbortController();
    const work = failure(run(server, { timeoutMs: 60_000 }, aJobContext({ signal: job.signal })));
    await until(() => server.connections() === 1, 'the request is under way');
    job.abort();
    expect((await work).code).toBe('HTTP_ABORTED');
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  it('a job that was aborted before it began sends nothing', async () => {
    const server = await servers.http();
    const error = await failure(run(server, {}, aJobContext({ signal: AbortSignal.abort() })));
    expect(error.code).toBe('HTTP_ABORTED');
    expect(server.connections()).toBe(0);
  });
});

describe('size', () => {
  it('an endless body is cut at the limit and its connection closed', async () => {
    const server = await servers.tcp((socket) =>
      onHead(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n');
        flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`);
      }),
    );
    const grown = await grownBytes(async () => {
      const result = await run(server, { timeoutMs: 10_000 });
      expect(result).toMatchObject({ status: 200, bodyTruncated: true });
      expect(result.body).toHaveLength(1_000_000);
    });
    expect(grown).toBeLessThan(50_000_000);
    await until(() => server.openConnections() === 0, 'the connection is closed');
  });

  const zeros = Buffer.alloc(200_000_000);
  it.each([
    ['gzip', () => gzipSync(zeros)],
    ['br', () => brotliCompressSync(zeros.subarray(0, 50_000_000))],
    ['zstd', () => zstdCompressSync(zeros)],
    ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
    ['unknown', () => Buffer.from('x')],
  ])('a body with content-encoding %s is not read, let alone inflated', async (encoding, bomb) => {
    const bytes = bomb();
    const server = await servers.http((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const grown = await grownBytes(async () => {
      expect(await run(server, { timeoutMs: 10_000 })).toMatchObject({
        status: 200,
        body: null,
        bodyOmitted: 'encoded',
      });
    });
    expect(grown).toBeLessThan(50_000_000);
  });

  it('a head of 1 MB is an error, in one field or in many', async () => {
    const heads = [`X-Big: ${'x'.repeat(1_000_000)}\r\n`, 'X-Many: 1234567890\r\n'.repeat(50_000)];
    for (const head of heads) {
      const server = await servers.tcp((socket) => onHead(socket, () => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n`)));
      const error = await failure(run(server));
      expect(error).toMatchObject({
        code: 'HTTP_CONNECTION_FAILED',
        message: 'the connection failed (HPE_HEADER_OVERFLOW)',
      });
    }
  });

  it('an endless head is an error', async () => {
    const server = await servers.tcp((socket) =>
      onHead(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, 'X-Endless: 1234567890\r\n'.repeat(1000));
      }),
    );
    expect((await failure(run(server))).code).toBe('HTTP_CONNECTION_FAILED');
  });
});

describe('framing', () => {
  it.each([
    ['a body shorter than its Content-Length', 'Content-Length: 10\r\n\r\nabc'],
    ['chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
    ['a broken chunk size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n'],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['length and chunks at once', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
  ])('%s is an error that may pass', async (_what, rest) => {
    const server = await servers.tcp((socket) => onHead(socket, () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)));
    expect((await failure(run(server))).code).toMatch(/^HTTP_(CONNECTION_FAILED|BODY_INCOMPLETE)$/);
  });

  it.each([
    [
      'a body longer than its Content-Length',
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabcdef',
      'abc',
    ],
    ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc', ''],
    ['a second answer', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 500 X\r\n\r\n', 'a'],
    ['a body up to the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nabc', 'abc'],
  ])('%s is taken up to its end', async (_what, answer, body) => {
    const server = await servers.tcp((socket) => onHead(socket, () => socket.end(answer)));
    expect(await run(server)).toMatchObject({ body, bodyTruncated: false });
  });

  it.each(['SSH-2.0-OpenSSH_9.6\r\n', '+OK\r\n', '\0'.repeat(100), 'HTTP/9.9 200 OK\r\n\r\n', ''])(
    'a server that speaks no HTTP (%j) is an error that may pass',
    async (bytes) => {
      const server = await servers.tcp((socket) => onHead(socket, () => socket.end(bytes)));
      expect((await failure(run(server))).code).toBe('HTTP_CONNECTION_FAILED');
    },
  );
});

describe('one request per attempt', () => {
  it('a server that reads the body, acts and resets the connection sees one POST', async () => {
    const server = await servers.tcp((socket) => onHead(socket, () => socket.resetAndDestroy()));
    const error = await failure(run(server, { body: { pay: 1 } }));
    expect(error).toMatchObject({ code: 'HTTP_CONNECTION_FAILED' });
    expect(server.connections()).toBe(1);
  });

  it('a server that closes before it answers sees one request', async () => {
    const server = await servers.tcp((socket) => onHead(socket, () => socket.end()));
    expect((await failure(run(server, { method: 'GET' }))).code).toBe('HTTP_CONNECTION_FAILED');
    expect(server.connections()).toBe(1);
  });

  it('a server that closes after each answer causes no failure and no repetition', async () => {
    const server = await servers.tcp((socket) =>
      onHead(socket, () => socket.end('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok')),
    );
    for (let i = 0; i < 5; i += 1) expect(await run(server, { body: i })).toMatchObject({ status: 200 });
    expect(server.connections()).toBe(5);
  });

  it('nothing stays open after a success or a failure', async () => {
    const server = await servers.http((request, response) =>
      response.writeHead(request.url === '/bad' ? 500 : 200).end('x'),
    );
    await run(server);
    await failure(run(server, { url: `${server.origin}/bad` }));
    await until(() => server.openConnections() === 0, 'the connections are closed');
  });
});

describe('TLS', () => {
  let keys: SelfSigned;
  const trusted = tls.getCACertificates('default');
  beforeAll(async () => {
    keys = await selfSigned('tls.localhost');
  });
  afterEach(() => tls.setDefaultCACertificates(trusted));

  async function get(host: string) {
    const server = await servers.https(keys, (_request, response) => response.end('ok'));
    const resolver = new FixedAnswers({ [host]: ['127.0.0.1'] });
    const handler = anHttpRequestHandler({ allow: [`${host}:${server.port}`, server.entry], resolver });
    const work = handler.handle({ url: `https://${host}:${server.port}/`, body: 'x' }, aJobContext());
    return { work, server };
  }

  it('a certificate that nobody vouches for is an error that may pass, and the request is not sent', async () => {
    const { work, server } = await get('tls.localhost');
    expect((await failure(work)).message).toBe('the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(server.seen).toEqual([]);
  });

  it('a certificate of another name is an error, by name and by address', async () => {
    tls.setDefaultCACertificates([...trusted, keys.cert]);
    for (const host of ['other.localhost', '127.0.0.1']) {
      const { work, server } = await get(host);
      expect((await failure(work)).message).toBe('the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)');
      expect(server.seen).toEqual([]);
    }
  });

  it('a trusted certificate of the name in the URL is taken, also when the name ends in a dot', async () => {
    tls.setDefaultCACertificates([...trusted, keys.cert]);
    const { work, server } = await get('tls.localhost');
    expect(await work).toMatchObject({ status: 200, body: 'ok' });
    expect(server.seen).toHaveLength(1);
    const resolver = new FixedAnswers({ 'tls.localhost': ['127.0.0.1'] });
    const handler = anHttpRequestHandler({ allow: [`tls.localhost:${server.port}`], resolver });
    expect(await handler.handle({ url: `https://tls.localhost.:${server.port}/` }, aJobContext())).toMatchObject({
      status: 200,
    });
  });
});

function drip(socket: Socket, head: string, piece = 'x'): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(piece), 50);
  socket.on('close', () => clearInterval(timer));
}
