import { Log } from './log.js';

const SECRET = 'planted-secret-value';

function written(fields: Record<string, unknown>, message = 'said'): string {
  const lines: string[] = [];
  new Log({ level: 'trace', destination: { write: (line) => void lines.push(line) } }).info(fields, message);
  expect(lines).toHaveLength(1);
  return lines[0] as string;
}

describe('what is logged', () => {
  it.each([
    ['six levels down', { a: { b: { c: { d: { e: { password: SECRET } } } } } }],
    ['below the depth that is looked at', { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: SECRET } } } } } } } } } }],
    [
      'in the headers of a failed request',
      { err: { config: { headers: { Authorization: SECRET, 'x-api-key': SECRET } } } },
    ],
    ['in fields of an error', { err: Object.assign(new Error('failed'), { config: { headers: { cookie: SECRET } } }) }],
    ['in the cause of an error', { err: new Error('failed', { cause: { token: SECRET } }) }],
    ['in a cookie that is set', { response: { headers: { 'set-cookie': [`session=${SECRET}`] } } }],
    [
      'under names with hyphens and in any case',
      { 'X-Api-Key': SECRET, 'PROXY-AUTHORIZATION': SECRET, clientSecret: SECRET },
    ],
    ['in a list', { all: [[{ refresh_token: SECRET }]] }],
    [
      'as a payload, a result, a body',
      { payload: { note: SECRET }, result: [SECRET], body: { deep: { note: SECRET } } },
    ],
    ['in bytes', { blob: Buffer.from(SECRET), view: new Uint8Array(Buffer.from(SECRET)) }],
    [
      'in the user part of a URL',
      { url: `https://user:${SECRET}@example.com/x`, databaseUrl: `postgres://u:${SECRET}@h/d` },
    ],
    ['in the query of a URL, in text', { reason: `GET https://example.com/hook?token=${SECRET}&a=1 failed` }],
    ['behind a scheme of credentials', { reason: `sent Authorization: Bearer ${SECRET}` }],
  ])('holds no secret %s', (_where, fields) => {
    expect(written(fields)).not.toContain(SECRET);
  });

  it('holds no credentials of ours, wherever in a text they stand', () => {
    const key = `rota_${'0'.repeat(8)}_${'k'.repeat(43)}`;
    const jwt = `${Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')}.${'p'.repeat(40)}.${'s'.repeat(43)}`;
    const line = written({ reason: `no route /x/${key}/y, token ${jwt}` });
    for (const secret of [key, jwt]) expect(line).not.toContain(secret);
  });

  it('keeps what is no secret', () => {
    const line = written({
      keyId: 'k1',
      tokenType: 'Bearer',
      queue: 'emails',
      url: 'https://example.com/a/b',
      count: 3,
    });
    expect(JSON.parse(line)).toMatchObject({
      keyId: 'k1',
      tokenType: 'Bearer',
      queue: 'emails',
      url: 'https://example.com/a/b',
      count: 3,
    });
  });

  it.each(['a\n{"level":60,"msg":"forged"}', '\u001b[31mred\u001b[0m', '\r\n\u0000\u2028', 'x'.repeat(1_000_000)])(
    'stays one line of JSON, whatever the text says (%#)',
    (hostile) => {
      const line = written(
        { queue: hostile, [hostile.slice(0, 50)]: 1, err: new Error(hostile) },
        hostile.slice(0, 50),
      );
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}]/u);
      expect(JSON.parse(line)).toMatchObject({ level: 'info' });
      expect(line.length).toBeLessThan(30_000);
    },
  );

  it.each<[string, unknown]>([
    ['a getter', Object.defineProperty({}, 'name', { enumerable: true, get: fails })],
    ['the getters of an error', hostileError({ get: fails })],
    ['an error without a single text', hostileError({ value: { toString: fails } })],
    ['an error of symbols', hostileError({ value: Symbol('s') })],
    ['a proxy', new Proxy(new Error('x'), { get: fails, getPrototypeOf: fails, ownKeys: fails, has: fails })],
    ['a method toJSON', { toJSON: fails }],
    ['a date that is none', new Date(Number.NaN)],
    ['a date with a method of its own', Object.assign(new Date(0), { toJSON: fails })],
    ['a thrown class', class Foo {}],
    ['a list with a getter', Object.defineProperty([1], 0, { get: fails })],
  ])('writes a line whatever throws while it is looked at: %s', (_name, value) => {
    expect(JSON.parse(written({ err: value, nested: { value } }, 'unhandled rejection'))).toMatchObject({
      level: 'info',
      msg: 'unhandled rejection',
    });
  });

  it('survives circles and giants', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    expect(written({ circle })).toContain('[circular]');
    expect(written({ big: 10n ** 30n, many: Array.from({ length: 100_000 }, () => 'x') }).length).toBeLessThan(2_000);
  });
});

function fails(): never {
  throw new Error('not to be read');
}

function hostileError(property: PropertyDescriptor): Error {
  const names = ['name', 'message', 'stack', 'cause', 'code'];
  return Object.defineProperties(new Error('x'), Object.fromEntries(names.map((name) => [name, property])));
}
