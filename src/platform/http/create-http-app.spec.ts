import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  Body,
  Controller,
  Get,
  HttpException,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
  UnauthorizedException,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { RotaError } from '../../kernel/errors.js';
import { createHttpApp, setDraining } from './create-http-app.js';
import { BodyLimit } from './json-body.js';
import { buildOpenApi } from './openapi.js';
import { ApiPage, decodeCursor, type Page, pageOf, PageQuery } from './paging.js';
import { ApiProblems } from './problem.response.js';

class ThingRequest {
  @ApiProperty({ type: 'string' })
  @IsString()
  @MaxLength(20)
  name: string;

  @ApiProperty({ type: 'integer', required: false })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(-100)
  @Max(100)
  priority = 0;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  payload: Record<string, unknown>;
}

class ThingsRequest {
  @ApiProperty({ type: () => [ThingRequest] })
  @IsArray()
  @ArrayMaxSize(1_000)
  @ValidateNested({ each: true })
  @Type(() => ThingRequest)
  things: ThingRequest[];
}

class ThingsQuery extends PageQuery {
  @IsOptional()
  @Type(() => Boolean)
  @IsBoolean()
  open?: boolean;

  @IsOptional()
  @IsString()
  label?: string;
}

const isString = (value: unknown): value is string => typeof value === 'string';

@Controller('things')
class ThingsController {
  @Post()
  @ApiProblems(400, 422)
  create(@Body() body: ThingRequest): unknown {
    return { class: body.constructor.name, body };
  }

  @Post('bulk')
  @BodyLimit(2_000_000)
  bulk(@Body() body: ThingsRequest): unknown {
    return { count: body.things.length, classes: body.things.every((thing) => thing instanceof ThingRequest) };
  }

  @Post('anything')
  anything(@Body() body: unknown): unknown {
    return { body: body ?? null };
  }

  @Get()
  @ApiPage(ThingRequest)
  list(@Query() query: ThingsQuery): Page<string> & { query: ThingsQuery } {
    const after = decodeCursor(query.cursor, isString) ?? '';
    const rows = ['a', 'b', 'c', 'd', 'e'].filter((row) => row > after);
    return { ...pageOf(rows.slice(0, query.limit + 1), query.limit, (row) => row), query };
  }

  @Get(':thingId')
  @ApiOperation({ summary: 'one thing' })
  one(@Param('thingId') thingId: string): unknown {
    return { thingId };
  }
}

const FAILURES: Record<string, () => unknown> = {
  unauthenticated: () => new RotaError('unauthenticated', 'TOKEN_EXPIRED', 'sign in again'),
  forbidden: () => new RotaError('forbidden', 'ROLE_TOO_LOW', 'no'),
  missing: () => RotaError.notFound('job'),
  conflict: () => RotaError.conflict('QUEUE_PAUSED', 'paused'),
  stale: () => new RotaError('precondition_failed', 'PRECONDITION_FAILED', 'stale'),
  large: () => new RotaError('too_large', 'PAYLOAD_TOO_LARGE', 'large'),
  media: () => new RotaError('unsupported_media', 'MEDIA', 'media'),
  limited: () => new RotaError('rate_limited', 'RATE_LIMITED', 'slow down', { retryAfterMs: 1_500 }),
  unavailable: () => new RotaError('unavailable', 'DRAINING', 'later'),
  nest404: () => new NotFoundException('secret table name'),
  nest401: () => new UnauthorizedException(),
  teapot: () => new HttpException('short and stout', 418),
  nest500: () => new HttpException('secret', 500),
  bug: () => new TypeError('secret: cannot read x of undefined'),
  text: () => 'secret',
  nothing: () => undefined,
  refused: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  pool: () => new Error('timeout exceeded when trying to connect'),
  shutdown: () => Object.assign(new Error('secret'), { code: '57P01' }),
  timeout: () => Object.assign(new Error('secret'), { code: '57014' }),
  full: () => Object.assign(new Error('secret'), { code: '53300' }),
  readonly: () => Object.assign(new Error('secret'), { code: '25006' }),
  login: () => Object.assign(new Error('secret'), { code: '28P01' }),
  unique: () => Object.assign(new Error('secret'), { driverError: { code: '23505' } }),
  check: () => Object.assign(new Error('secret'), { code: '23514' }),
  encoding: () => Object.assign(new Error('secret'), { code: '22021' }),
  syntax: () => Object.assign(new Error('secret'), { code: '42601' }),
};

@Controller('failures')
class FailuresController {
  @Get(':kind')
  fail(@Param('kind') kind: string): never {
    throw FAILURES[kind]?.();
  }
}

@Controller()
class ProbesController {
  @Get('livez')
  livez(): unknown {
    return { status: 'ok' };
  }
}

@Module({ controllers: [ThingsController, FailuresController, ProbesController] })
class TestModule {}

const start = async (options = {}): Promise<NestFastifyApplication> => {
  const app = await createHttpApp(TestModule, { logger: false, unprefixedPaths: ['livez'], ...options });
  await app.listen(0, '127.0.0.1');
  return app;
};

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the test looks into whatever came back
  json: Record<string, any>;
}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await start({ corsOrigins: ['https://admin.example'] });
});
afterAll(async () => {
  await app.close();
});

async function send(
  method: string,
  path: string,
  init: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const isRaw = typeof init.body === 'string' || Buffer.isBuffer(init.body);
  const response = await app.inject({
    method: method as 'GET',
    url: path.startsWith('/api') || path === '/livez' ? path : `/api/v1${path}`,
    headers: { ...(isRaw ? { 'content-type': 'application/json' } : {}), ...init.headers },
    ...(init.body === undefined ? {} : { payload: init.body as string }),
  });
  const headers = response.headers as Record<string, string>;
  const json = headers['content-type']?.includes('json') ? (JSON.parse(response.body) as Answer['json']) : {};
  return { status: response.statusCode, headers, body: response.body, json };
}

/** Sends bytes as they are and reads until the server closes. */
function sendRaw(text: string | Buffer, target = app): Promise<Answer> {
  const { port } = target.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: Error & { code?: string }) => {
      // A server that refuses a flood closes while we still write.
      if (chunks.length === 0 || !/EPIPE|ECONNRESET/.test(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(parseRaw(Buffer.concat(chunks).toString())));
  });
}

function parseRaw(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return {
    status: Number(line.split(' ')[1]),
    headers,
    body,
    json: body === '' ? {} : (JSON.parse(body) as Answer['json']),
  };
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.json['code'], answer.headers['content-type']?.split(';')[0]]).toEqual([
    status,
    code,
    'application/problem+json',
  ]);
  expect(answer.json).toEqual({
    type: `urn:rota:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: expect.any(String),
    status,
    code,
    detail: expect.any(String),
    errors: expect.any(Array),
    requestId: answer.headers['x-request-id'],
  });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['cache-control']).toBe('no-store');
}

const pointers = (answer: Answer): unknown[] =>
  answer.json['errors'].map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code]);

describe('problems', () => {
  it.each([
    ['unauthenticated', 401, 'TOKEN_EXPIRED'],
    ['forbidden', 403, 'ROLE_TOO_LOW'],
    ['missing', 404, 'NOT_FOUND'],
    ['conflict', 409, 'QUEUE_PAUSED'],
    ['stale', 412, 'PRECONDITION_FAILED'],
    ['large', 413, 'PAYLOAD_TOO_LARGE'],
    ['media', 415, 'MEDIA'],
    ['limited', 429, 'RATE_LIMITED'],
    ['unavailable', 503, 'DRAINING'],
    ['nest404', 404, 'NOT_FOUND'],
    ['nest401', 401, 'UNAUTHENTICATED'],
    ['teapot', 418, 'BAD_REQUEST'],
    ['nest500', 500, 'INTERNAL_ERROR'],
    ['bug', 500, 'INTERNAL_ERROR'],
    ['text', 500, 'INTERNAL_ERROR'],
    ['nothing', 500, 'INTERNAL_ERROR'],
    ['syntax', 500, 'INTERNAL_ERROR'],
    ['refused', 503, 'UNAVAILABLE'],
    ['pool', 503, 'UNAVAILABLE'],
    ['shutdown', 503, 'UNAVAILABLE'],
    ['timeout', 503, 'UNAVAILABLE'],
    ['full', 503, 'UNAVAILABLE'],
    ['readonly', 503, 'UNAVAILABLE'],
    ['login', 503, 'UNAVAILABLE'],
    ['unique', 409, 'CONFLICT'],
    ['check', 422, 'INVALID'],
    ['encoding', 422, 'INVALID'],
  ])('an error of kind %s is a %i %s and shows nothing internal', async (kind, status, code) => {
    const answer = await send('GET', `/failures/${kind}`);
    expectProblem(answer, status, code);
    expect(answer.body).not.toMatch(/secret|ECONN|10\.0\.0\.1|stack/);
    expect(answer.headers['www-authenticate'] !== undefined).toBe(status === 401);
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 429 || status === 503);
  });

  it('rounds Retry-After up to whole seconds', async () => {
    expect((await send('GET', '/failures/limited')).headers['retry-after']).toBe('2');
  });

  it('answers 404 for an unknown path and 405 with Allow for a wrong method', async () => {
    expectProblem(await send('GET', '/nowhere'), 404, 'ROUTE_NOT_FOUND');
    expectProblem(await send('GET', '/api/v2'), 404, 'ROUTE_NOT_FOUND');
    expectProblem(await send('GET', '/failures/'), 404, 'ROUTE_NOT_FOUND');
    const wrong = await send('DELETE', '/things');
    expectProblem(wrong, 405, 'METHOD_NOT_ALLOWED');
    expect(wrong.headers['allow']).toBe('GET, HEAD, POST');
    expectProblem(await send('OPTIONS', '/things'), 405, 'METHOD_NOT_ALLOWED');
    expectProblem(await send('PATCH', '/things/1?x=1', { body: '{}' }), 405, 'METHOD_NOT_ALLOWED');
    expectProblem(await send('POST', '/things/', { body: '{}' }), 422, 'VALIDATION_FAILED');
  });
});

describe('request ids', () => {
  it('echoes a harmless X-Request-Id and replaces any other', async () => {
    expect((await send('GET', '/things', { headers: { 'x-request-id': 'trace-1:a/b' } })).headers['x-request-id']).toBe(
      'trace-1:a/b',
    );
    for (const id of ['', 'a b', '"><script>', 'x'.repeat(129), 'é', 'a,b']) {
      const answer = await send('GET', '/failures/conflict', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.json['requestId']).toBe(answer.headers['x-request-id']);
    }
  });
});

describe('bodies', () => {
  const thing = { name: 'a', payload: { constructor: 1, nested: { constructor: { x: null }, hasOwnProperty: 2 } } };

  it('gives the controller an instance of its request class with defaults, and foreign JSON unchanged', async () => {
    const answer = await send('POST', '/things', { body: JSON.stringify(thing) });
    expect([answer.status, answer.json]).toEqual([201, { class: 'ThingRequest', body: { ...thing, priority: 0 } }]);
  });

  it.each([
    ['broken JSON', '{"a":', 400, 'INVALID_JSON'],
    ['text', 'hello', 400, 'INVALID_JSON'],
    ['a byte order mark', '\uFEFF{}', 400, 'JSON_BOM'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'INVALID_UTF8'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 400, 'JSON_TOO_DEEP'],
    ['30,000 levels', `{"payload":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'JSON_TOO_DEEP'],
    ['a megabyte of brackets', '['.repeat(1_048_000), 400, 'JSON_TOO_DEEP'],
    ['NUL', '{"name":"\\u0000"}', 422, 'NUL_CHARACTER'],
    ['a lone surrogate', '{"name":"\\ud83d"}', 422, 'LONE_SURROGATE'],
    ['1e999', '{"a":1e999}', 422, 'NUMBER_NOT_FINITE'],
    ['an unsafe integer', '{"a":9007199254740993}', 422, 'NUMBER_NOT_SAFE'],
    ['__proto__', '{"__proto__":{"admin":true}}', 422, 'FORBIDDEN_KEY'],
    ['null', 'null', 422, 'VALIDATION_FAILED'],
    ['a list', '[]', 422, 'VALIDATION_FAILED'],
    ['a number', '1', 422, 'VALIDATION_FAILED'],
    ['nothing', '', 422, 'VALIDATION_FAILED'],
    ['constructor as a field', '{"constructor":{"name":"x"}}', 422, 'VALIDATION_FAILED'],
    ['hasOwnProperty as a field', '{"hasOwnProperty":1,"name":"a","payload":{}}', 422, 'VALIDATION_FAILED'],
    ['more than the limit', `"${'x'.repeat(1_048_576)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_name, body, status, code) => {
    expectProblem(await send('POST', '/things', { body }), status, code);
  });

  it('names every faulty field', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(21), priority: '5', extra: 1, 'a/b~c': 2 });
    const answer = await send('POST', '/things', { body });
    expectProblem(answer, 422, 'VALIDATION_FAILED');
    expect(pointers(answer)).toEqual(
      expect.arrayContaining([
        ['/name', 'MAX_LENGTH'],
        ['/priority', 'IS_INT'],
        ['/payload', 'REQUIRED'],
        ['/extra', 'UNKNOWN_FIELD'],
        ['/a~1b~0c', 'UNKNOWN_FIELD'],
      ]),
    );
  });

  it('names the index in a list, null and scalars included', async () => {
    const body = JSON.stringify({ things: [thing, null, 'x', { ...thing, name: 7 }, [], { ...thing, more: 1 }] });
    const answer = await send('POST', '/things/bulk', { body });
    expectProblem(answer, 422, 'VALIDATION_FAILED');
    expect(pointers(answer)).toEqual(
      expect.arrayContaining([
        ['/things/1', 'IS_OBJECT'],
        ['/things/2', 'IS_OBJECT'],
        ['/things/3/name', 'IS_STRING'],
        ['/things/4', 'IS_OBJECT'],
        ['/things/5/more', 'UNKNOWN_FIELD'],
      ]),
    );
    for (const things of [{}, 'x', 1, null]) {
      const wrong = await send('POST', '/things/bulk', { body: JSON.stringify({ things }) });
      expectProblem(wrong, 422, 'VALIDATION_FAILED');
    }
  });

  it('lets one route take a larger body, up to a limit of its own', async () => {
    const things = Array.from({ length: 1_000 }, () => ({ ...thing, payload: { text: 'x'.repeat(1_500) } }));
    expect((await send('POST', '/things/bulk', { body: JSON.stringify({ things }) })).json).toEqual({
      count: 1_000,
      classes: true,
    });
    expectProblem(await send('POST', '/things/bulk', { body: `"${'x'.repeat(2_000_000)}"` }), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('refuses other media types and any content encoding, on any path and before the body is read', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'bogus',
      '',
    ]) {
      const answer = await send('POST', '/things', { body: '{}', headers: { 'content-type': type } });
      expectProblem(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    const bomb = gzipSync(Buffer.alloc(8_000_000));
    for (const path of ['/things', '/nowhere']) {
      for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity']) {
        const answer = await send('POST', path, { body: bomb, headers: { 'content-encoding': encoding } });
        expectProblem(answer, 415, 'CONTENT_ENCODING_UNSUPPORTED');
      }
    }
    expect(
      (await send('POST', '/things/anything', { body: '{}', headers: { 'content-encoding': 'identity' } })).status,
    ).toBe(201);
  });

  it('accepts no body at all where none is needed, and a charset parameter', async () => {
    expect((await send('POST', '/things/anything')).json).toEqual({ body: null });
    expect((await send('POST', '/things/anything', { body: '' })).json).toEqual({ body: null });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await send('POST', '/things/anything', { body: '{"a":1}', headers })).json).toEqual({ body: { a: 1 } });
  });
});

describe('queries and paths', () => {
  it('converts what the request class says, strictly', async () => {
    expect((await send('GET', '/things?limit=2&open=false')).json['query']).toEqual({ limit: 2, open: false });
    for (const limit of ['', '0', '201', '1.5', '1e1', '0x10', ' 5', 'x', '-1', '9'.repeat(400), 'Infinity']) {
      const answer = await send('GET', `/things?limit=${encodeURIComponent(limit)}`);
      expectProblem(answer, 422, 'VALIDATION_FAILED');
      expect(pointers(answer)[0]).toEqual(['/query/limit', expect.any(String)]);
    }
    for (const query of [
      'limit=1&limit=2',
      'open=1',
      'nope=1',
      '__proto__=1',
      'constructor=1',
      'label=a&label=b',
      'label=%00',
      'label=%0a',
    ]) {
      expectProblem(await send('GET', `/things?${query}`), 422, 'VALIDATION_FAILED');
    }
  });

  it('never fails on a query that is not correctly encoded', async () => {
    for (const query of ['label=%zz', 'label=%ff', '%', '&&&=', 'label=%ed%a0%80']) {
      expect((await send('GET', `/things?${query}`)).status).toBeLessThan(500);
    }
  });

  it('refuses control characters, bad encodings and giants in a path', async () => {
    const answer = await send('GET', '/things/a%00b');
    expectProblem(answer, 422, 'VALIDATION_FAILED');
    expect(pointers(answer)).toEqual([['/path/thingId', 'CONTROL_CHARACTER']]);
    for (const path of ['/things/%zz', '/things/%', '/things/%c3%28', '/things/%ff']) {
      expectProblem(await send('GET', path), 400, 'BAD_URL');
    }
    expectProblem(await send('GET', `/things/${'x'.repeat(600)}`), 414, 'URI_TOO_LONG');
    expect((await send('GET', '/things/a%2Fb')).json).toEqual({ thingId: 'a/b' });
  });

  it('walks a list by opaque cursors and refuses any other text', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer: Answer = await send('GET', `/things?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...(answer.json['data'] as string[]));
      cursor = answer.json['page'].nextCursor as string | null;
      expect(answer.json['page'].hasMore).toBe(cursor !== null);
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
    const forge = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const bad of [
      'x',
      '',
      'null',
      forge([2, 'a']),
      forge([1, 7]),
      forge('a'),
      `${forge([1, 'a'])}=`,
      `${forge([1, 'a'])}AA`,
    ]) {
      const answer = await send('GET', `/things?cursor=${encodeURIComponent(bad)}`);
      expectProblem(answer, 422, 'CURSOR_INVALID');
      expect(pointers(answer)).toEqual([['/query/cursor', 'CURSOR_INVALID']]);
    }
  });
});

describe('on the wire', () => {
  const close = 'Connection: close\r\n\r\n';

  it.each<[string, string | Buffer, number, string]>([
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['TLS on a plain port', Buffer.from('16030100c8010000c40303', 'hex'), 400, 'BAD_REQUEST'],
    ['an unknown method', `FOO / HTTP/1.1\r\nHost: x\r\n${close}`, 400, 'BAD_REQUEST'],
    ['a header flood', `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['5,000 headers', `GET /livez HTTP/1.1\r\nHost: x\r\n${'A: 1\r\n'.repeat(5_000)}\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['a long URL', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['no Host', `GET /livez HTTP/1.1\r\n${close}`, 400, 'HOST_MISSING'],
    ['two Hosts', `GET /livez HTTP/1.1\r\nHost: x\r\nHOST: y\r\n${close}`, 400, 'HOST_REPEATED'],
    ...['Authorization: Bearer a', 'Content-Type: application/json', 'Idempotency-Key: a'].map(
      (line): [string, string, number, string] => [
        `two of ${line}`,
        `GET /livez HTTP/1.1\r\nHost: x\r\n${line}\r\n${line.toUpperCase()}\r\n${close}`,
        400,
        'HEADER_REPEATED',
      ],
    ),
    ['an unknown expectation', `GET /livez HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${close}`, 417, 'EXPECTATION_FAILED'],
    [
      'two lengths',
      'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
      'BAD_REQUEST',
    ],
    [
      'length and chunks at once',
      'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    ['a method of WebDAV', `PROPFIND /api/v1/things HTTP/1.1\r\nHost: x\r\n${close}`, 405, 'METHOD_NOT_ALLOWED'],
    ['a target that is no path', `GET *things HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'ROUTE_NOT_FOUND'],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}`, 404, 'ROUTE_NOT_FOUND'],
    ['a bad escape', `GET /api/v1/things/%zz HTTP/1.1\r\nHost: x\r\n${close}`, 400, 'BAD_URL'],
    [
      'an endless body by its length',
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999999\r\n\r\n{',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'an endless body in chunks',
      `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n${'x'.repeat(0x200000)}\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'chunks that are none',
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'BAD_REQUEST',
    ],
  ])('answers %s with a problem', async (_name, bytes, status, code) => {
    expectProblem(await sendRaw(bytes), status, code);
    expect((await send('GET', '/livez')).status).toBe(200);
  });

  it('ends a request that does not arrive in time', async () => {
    const slow = await start({ requestTimeoutMs: 300 });
    try {
      const answer = await sendRaw(
        'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        slow,
      );
      expectProblem(answer, 408, 'REQUEST_TIMEOUT');
    } finally {
      await slow.close();
    }
  });

  it('keeps a connection until draining, then closes it with its next answer', async () => {
    const draining = await start();
    try {
      const { port } = draining.getHttpServer().address() as AddressInfo;
      const before = await fetch(`http://127.0.0.1:${port}/livez`);
      expect(before.headers.get('connection')).toBe('keep-alive');
      await before.text();
      setDraining(draining);
      const after = await fetch(`http://127.0.0.1:${port}/livez`);
      expect([after.status, after.headers.get('connection')]).toEqual([200, 'close']);
    } finally {
      await draining.close();
    }
  });
});

describe('headers', () => {
  it('sets the safe headers on every answer', async () => {
    const { headers } = await send('GET', '/things');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
  });

  it('lets the listed origins in, and no other', async () => {
    const preflight = (origin: string): Promise<Answer> =>
      send('OPTIONS', '/things', { headers: { origin, 'access-control-request-method': 'POST' } });
    expect((await preflight('https://admin.example')).headers['access-control-allow-origin']).toBe(
      'https://admin.example',
    );
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const get = await send('GET', '/failures/conflict', { headers: { origin: 'https://admin.example' } });
    expect(get.headers['access-control-allow-origin']).toBe('https://admin.example');
    expect(get.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });

  it('no listed origin: OPTIONS is a method as any other', async () => {
    const closed = await createHttpApp(TestModule, { logger: false });
    await closed.listen(0, '127.0.0.1');
    const answer = await fetch(`${await closed.getUrl()}/api/v1/things`, { method: 'OPTIONS' });
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    await closed.close();
  });

  it('believes as many proxies as it is told', async () => {
    const addresses: string[] = [];
    for (const trustedProxyHops of [0, 1, 2]) {
      const proxied = await createHttpApp(TestModule, { logger: false, trustedProxyHops });
      proxied
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', (request, _reply, done) => {
          addresses.push(request.ip);
          done();
        });
      await proxied.init();
      await proxied.inject({ url: '/api/v1/things', headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' } });
      await proxied.close();
    }
    expect(addresses).toEqual(['127.0.0.1', '3.3.3.3', '2.2.2.2']);
  });
});

describe('documentation', () => {
  it('serves an OpenAPI 3.1 document with unique operation ids', async () => {
    const { status, json } = await send('GET', '/openapi.json');
    expect([status, json['openapi']]).toEqual([200, '3.1.0']);
    expect(Object.keys(json['paths'])).toEqual(
      expect.arrayContaining(['/api/v1/things', '/api/v1/things/{thingId}', '/livez']),
    );
    expect(json['paths']['/api/v1/things'].post.operationId).toBe('thingsCreate');
    expect(json['components'].securitySchemes).toMatchObject({
      bearer: { scheme: 'bearer' },
      apiKey: { scheme: 'bearer' },
    });
    expect(json['paths']['/api/v1/things'].post.responses['422'].content).toHaveProperty(['application/problem+json']);
    expect(
      json['paths']['/api/v1/things'].get.responses['200'].content['application/json'].schema.properties.data,
    ).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/ThingRequest' },
    });
    const parameters = json['paths']['/api/v1/things'].get.parameters as { name: string; required: boolean }[];
    expect(parameters.map((parameter) => [parameter.name, parameter.required])).toEqual(
      expect.arrayContaining([
        ['limit', false],
        ['cursor', false],
      ]),
    );
    expect(buildOpenApi(app).components?.schemas).toHaveProperty('ProblemResponse');
  });

  it('serves the UI and its assets', async () => {
    const page = await send('GET', '/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => new URL(match[1] as string, 'http://x/api/v1/docs'),
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets)
      expect([asset.pathname, (await send('GET', asset.pathname)).status]).toEqual([asset.pathname, 200]);
    expect(page.body).not.toMatch(/<script>[^<]/);
    const missing = await send('GET', '/docs/nothing.js');
    expect([missing.status, missing.json['code']]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });
});
