import * as fc from 'fast-check';
import { cleanJson } from './clean-json.js';
import { withCpuMs } from '../../test/support/cpu-time.js';

const parsed = (value: unknown, limits = {}): unknown => JSON.parse(cleanJson(value, limits) as string);

describe('cleanJson', () => {
  it('gives undefined for what JSON has no text for', () => {
    expect(cleanJson(undefined)).toBeUndefined();
    expect(cleanJson(() => 1)).toBeUndefined();
    expect(cleanJson(Symbol('s'))).toBeUndefined();
  });

  it('leaves every JSON value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) =>
        expect(parsed(value)).toEqual(JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '\\ufffd'))),
      ),
    );
  });

  it('cleans values and keys before they are escaped: emoji and literal escapes survive', () => {
    expect(parsed({ 'k\0': '😀', t: '\\u0000 literal', n: ['\0', { '\ud83d': '\udc00' }] })).toEqual({
      'k\uFFFD': '😀',
      t: '\\u0000 literal',
      n: ['\uFFFD', { '\uFFFD': '\uFFFD' }],
    });
    expect(cleanJson({ md: '\0' })).toBe('{"md":"\uFFFD"}');
  });

  it.each<[string, unknown, unknown]>([
    ['numbers that are not finite', [NaN, Infinity, -Infinity, -0], ['NaN', 'Infinity', '-Infinity', 0]],
    ['BigInt', { a: 12n, b: -(2n ** 70n) }, { a: '12', b: '-1180591620717411303424' }],
    [
      'undefined, functions and symbols',
      { a: undefined, b: () => 1, c: [undefined, Symbol('x')] },
      { c: [null, null] },
    ],
    ['dates', [new Date(0), new Date(Number.NaN)], ['1970-01-01T00:00:00.000Z', null]],
    ['maps and sets', [new Map([['a', 1]]), new Map([[1, { b: 2 }]]), new Set([1])], [{ a: 1 }, [[1, { b: 2 }]], [1]]],
    [
      'bytes',
      [Buffer.from('hi'), new Uint8Array([1, 2]).buffer, new DataView(new ArrayBuffer(1))],
      ['aGk=', 'AQI=', 'AA=='],
    ],
    ['typed arrays', [new Float64Array([1.5, NaN]), new BigInt64Array([5n])], [[1.5, 'NaN'], ['5']]],
    ['boxed primitives', [Object('s\0'), Object(1), Object(true), Object(2n)], ['s\uFFFD', 1, true, '2']],
    ['regular expressions and URLs', [/a+/g, new URL('http://x/')], ['/a+/g', 'http://x/']],
    ['toJSON', { toJSON: () => ({ a: '\0' }) }, { a: '\uFFFD' }],
    ['sparse arrays', Object.assign(Array(2), { 1: 1 }), [null, 1]],
    ['objects without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('knows %s', (_name, value, expected) => {
    expect(parsed(value)).toEqual(expected);
  });

  it('shows errors with their message and cause', () => {
    const error = Object.assign(new TypeError('bad\0', { cause: new Error('inner') }), { code: 'E1' });
    expect(parsed({ error })).toMatchObject({
      error: {
        name: 'TypeError',
        message: 'bad\uFFFD',
        code: 'E1',
        stack: expect.any(String),
        cause: { message: 'inner' },
      },
    });
  });

  it('marks circles and keeps repeated values that are no circle', () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { x: shared, y: shared };
    value['self'] = { value };
    const error = new Error('e');
    error.cause = error;
    expect(parsed(value)).toEqual({ x: { a: 1 }, y: { a: 1 }, self: { value: '[Circular]' } });
    expect(parsed(error)).toMatchObject({ cause: '[Circular]' });
  });

  it('never throws: getters, traps, revoked proxies and toJSON that throw cost their own value only', () => {
    const fail = (): never => {
      throw new Error('no');
    };
    const revocable = Proxy.revocable([], {});
    revocable.revoke();
    const value = {
      ok: 1,
      getter: Object.defineProperty({ a: 1 }, 'b', { enumerable: true, get: fail }),
      trap: new Proxy({}, { ownKeys: fail }),
      every: new Proxy({}, { get: fail, getPrototypeOf: fail, has: fail }),
      revoked: revocable.proxy,
      toJSON: undefined,
      bad: { toJSON: fail },
      self: {
        toJSON(): unknown {
          return this;
        },
      },
    };
    expect(parsed(value)).toEqual({
      ok: 1,
      getter: { a: 1, b: '[Unreadable]' },
      trap: '[Unreadable]',
      every: '[Unreadable]',
      revoked: '[Unreadable]',
      bad: '[Unreadable]',
      self: '[Circular]',
    });
    expect(cleanJson(revocable.proxy)).toBe('"[Unreadable]"');
  });

  it('survives anything that can be generated', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withObjectString: true,
      withNullPrototype: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const json = cleanJson(value);
        if (json !== undefined) JSON.parse(json);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps a key named __proto__ as data', () => {
    const json = cleanJson(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(json).toBe('{"__proto__":{"admin":true}}');
  });

  it('marks what lies deeper than allowed, 100,000 levels included', () => {
    expect(parsed([[[1]]], { maxDepth: 2 })).toEqual([['[Too deep]']]);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = { deep };
    expect(cleanJson(deep)?.match(/deep"/g)).toHaveLength(64);
  });

  it('replaces what is too large by a marker with its size', () => {
    expect(cleanJson('é'.repeat(10), { maxBytes: 22 })).toBe(JSON.stringify('é'.repeat(10)));
    expect(cleanJson('é'.repeat(10), { maxBytes: 21 })).toBe('{"truncated":true,"bytes":22}');
    expect(parsed({ a: 'x'.repeat(100_000) })).toEqual({ truncated: true, bytes: 100_008 });
  });

  it('gives up early on giants: sparse arrays, shared doubling, long text, big integers', () => {
    const { cpuMs } = withCpuMs(() => {
      let doubling: unknown = ['x'];
      for (let i = 0; i < 60; i += 1) doubling = [doubling, doubling];
      for (const giant of [
        Array(1e9),
        doubling,
        'x'.repeat(2e8),
        1n << 40_000_000n,
        Buffer.alloc(1e8),
        new Float64Array(1e7),
      ]) {
        expect(parsed(giant)).toEqual({ truncated: true, bytes: expect.any(Number) });
      }
    });
    expect(cpuMs).toBeLessThan(5_000);
  });
});
