import * as fc from 'fast-check';
import { RotaError } from './errors.js';
import { canonicalJson, parseJsonGuarded } from './payload-guard.js';
import { withCpuMs } from '../../test/support/cpu-time.js';

const LIMITS = { maxBytes: 1_048_576 };

function refusal(text: string | Buffer, limits = LIMITS): RotaError {
  try {
    parseJsonGuarded(text, limits);
  } catch (error) {
    if (error instanceof RotaError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text.toString().slice(0, 100)}`);
}

const outline = (error: RotaError): unknown[] => [error.family, error.code, error.faults.map((fault) => fault.pointer)];

describe('parseJsonGuarded', () => {
  it('returns what JSON.parse returns for any JSON value that holds no refused text or number', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'grapheme' }), (text) => {
        let expected: unknown;
        try {
          expected = parseJsonGuarded(text, LIMITS);
        } catch (error) {
          return error instanceof RotaError;
        }
        expect(expected).toEqual(JSON.parse(text));
        return true;
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['null', null],
    ['-0.5', -0.5],
    ['"😀"', '😀'],
    [' {"a" : [1, 2.5e3, "x"] }\n', { a: [1, 2500, 'x'] }],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['1e20', 1e20],
    ['1.5e300', 1.5e300],
    ['3.14159265358979323846', Math.PI],
    ['0e999', 0],
    ['0.0000000000000000000', 0],
    ['{"t":"\\\\u0000 literal","k":"\\ud83d\\ude00"}', { t: '\\u0000 literal', k: '😀' }],
    ['{"constructor":{"name":"x"},"prototype":1}', { constructor: { name: 'x' }, prototype: 1 }],
    ['{"a":1e999,"a":1}', { a: 1 }],
    ['"a \\" [[[[ { 1e999"', 'a " [[[[ { 1e999'],
    ['{"\\\\":"\\\\\\\\"}', { '\\': '\\\\' }],
  ])('accepts %s', (text, expected) => {
    expect(parseJsonGuarded(text, LIMITS)).toEqual(expected);
    expect(parseJsonGuarded(Buffer.from(text), LIMITS)).toEqual(expected);
  });

  it.each([
    ['{"a":{"b":["x","\\u0000"]}}', 'NUL_CHARACTER', '/a/b/1'],
    ['{"k\\u0000":1}', 'NUL_CHARACTER', '/k\uFFFD'],
    ['{"a":"\\ud83d"}', 'LONE_SURROGATE', '/a'],
    ['{"a":"\\udc00\\ud83d"}', 'LONE_SURROGATE', '/a'],
    ['{"\\ud83d":1}', 'LONE_SURROGATE', '/\uFFFD'],
    ['"\\u0000"', 'NUL_CHARACTER', ''],
    ['{"a":1e999}', 'NUMBER_NOT_FINITE', '/a'],
    ['{"a":-1e999}', 'NUMBER_NOT_FINITE', '/a'],
    ['1e400', 'NUMBER_NOT_FINITE', ''],
    [`{"a":${'9'.repeat(400)}}`, 'NUMBER_NOT_FINITE', '/a'],
    ['{"a":1e-400}', 'NUMBER_UNDERFLOW', '/a'],
    ['{"a":-1e-400}', 'NUMBER_UNDERFLOW', '/a'],
    [`{"a":0.${'0'.repeat(400)}1}`, 'NUMBER_UNDERFLOW', '/a'],
    ['{"id":9007199254740993}', 'NUMBER_NOT_SAFE', '/id'],
    ['{"id":-9007199254740993}', 'NUMBER_NOT_SAFE', '/id'],
    ['{"id":9007199254740992}', 'NUMBER_NOT_SAFE', '/id'],
    ['[0,12345678901234567890]', 'NUMBER_NOT_SAFE', '/1'],
    ['[9007199254740993.0]', 'NUMBER_NOT_SAFE', '/0'],
    ['[9007199254740993e0]', 'NUMBER_NOT_SAFE', '/0'],
    ['{"":{"":1e999}}', 'NUMBER_NOT_FINITE', '//'],
    ['{"__proto__":{"admin":true}}', 'FORBIDDEN_KEY', '/__proto__'],
    ['{"a":[{"\\u005f_proto__":null}]}', 'FORBIDDEN_KEY', '/a/0/__proto__'],
    ['{"a":{"constructor":{"prototype":{"admin":true}}}}', 'FORBIDDEN_KEY', '/a/constructor'],
    ['{"a/b":{"m~n":"\\u0000"}}', 'NUL_CHARACTER', '/a~1b/m~0n'],
  ])('refuses %s', (text, code, pointer) => {
    expect(outline(refusal(text))).toEqual(['invalid', code, [pointer]]);
    expect(outline(refusal(Buffer.from(text)))).toEqual(['invalid', code, [pointer]]);
  });

  it('names every faulty field, up to ten', () => {
    expect(refusal('{"a":"\\u0000","b":1e999,"__proto__":1}').faults.map((fault) => fault.pointer)).toEqual([
      '/a',
      '/b',
      '/__proto__',
    ]);
    expect(refusal(JSON.stringify(Array(5_000).fill('\0'))).faults).toHaveLength(10);
  });

  it('accepts 64 levels and refuses 65, 5,000 and 30,000 as malformed, saying where', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => parseJsonGuarded(nested(64), LIMITS)).not.toThrow();
    for (const levels of [65, 5_000, 30_000]) {
      expect(outline(refusal(nested(levels)))).toEqual(['malformed', 'JSON_TOO_DEEP', ['/0'.repeat(64)]]);
      expect(refusal('['.repeat(levels)).code).toBe('JSON_TOO_DEEP');
      expect(refusal('{"a":'.repeat(levels)).faults[0]?.pointer).toBe('/a'.repeat(64));
    }
    expect(
      refusal('{"x":{},"a":["]",{"b":[]}]}', { maxBytes: 99, maxDepth: 3 } as typeof LIMITS).faults[0]?.pointer,
    ).toBe('/a/1/b');
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":}',
    '[1,]',
    "{'a':1}",
    'NaN',
    'Infinity',
    '01',
    '1 2',
    '"\n"',
    '{"a":1}}',
    '"abc',
    '"\\',
    'nul',
  ])('refuses %p as malformed without quoting it', (text) => {
    const error = refusal(text);
    expect([error.family, error.code]).toEqual(['malformed', 'INVALID_JSON']);
    expect(error.message).toMatch(/^not valid JSON(, near character \d+)?$/);
  });

  it('refuses a byte order mark and bytes that are not UTF-8', () => {
    expect(outline(refusal('\uFEFF{}'))).toEqual(['malformed', 'JSON_BOM', ['']]);
    expect(outline(refusal(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])))).toEqual(['malformed', 'JSON_BOM', ['']]);
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0xff, 0xfe, 0x7b, 0],
    ]) {
      expect(outline(refusal(Buffer.from(bytes)))).toEqual(['malformed', 'INVALID_UTF8', ['']]);
    }
  });

  it('counts bytes, not characters, and states the limit', () => {
    const text = JSON.stringify('😀'.repeat(10));
    expect(parseJsonGuarded(text, { maxBytes: 42 })).toHaveLength(20);
    const error = refusal(text, { maxBytes: 41 });
    expect(outline(error)).toEqual(['too_large', 'PAYLOAD_TOO_LARGE', ['']]);
    expect(error.message).toContain('41 bytes');
  });

  it('leaves no object with a changed prototype', () => {
    expect(() => parseJsonGuarded('{"a":{"__proto__":{"admin":true}}}', LIMITS)).toThrow(RotaError);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('takes a megabyte of backslashes, quotes, digits or brackets in linear time', () => {
    const { cpuMs } = withCpuMs(() => {
      const half = 500_000;
      for (const text of [
        `"${'\\\\'.repeat(half)}"`,
        `"${'\\"'.repeat(half)}"`,
        '\\'.repeat(2 * half),
        '9'.repeat(2 * half),
        '[]'.repeat(half),
        `[${'"",'.repeat(half / 2)}""]`,
      ]) {
        try {
          parseJsonGuarded(text, LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(RotaError);
        }
      }
    });
    expect(cpuMs).toBeLessThan(3_000);
  });
});

describe('canonicalJson', () => {
  it('is the same for every order of keys, and for a body with a repeated key and its clean twin', () => {
    const read = (text: string): string => canonicalJson(parseJsonGuarded(text, LIMITS));
    expect(read('{"b":1,"a":{"d":[1,{"y":1,"x":2}],"c":null}}')).toBe('{"a":{"c":null,"d":[1,{"x":2,"y":1}]},"b":1}');
    expect(read('{"a":1,"a":2}')).toBe(read('{"a":2}'));
    expect(read('{"a":1.0,"b":"\\u0041"}')).toBe(read('{"b":"A","a":1}'));
  });

  it('keeps the order of arrays and tells values of different types apart', () => {
    expect(canonicalJson([2, 1])).toBe('[2,1]');
    expect(new Set([1, '1', [1], { 1: 1 }, null, 'null', true].map((value) => canonicalJson(value))).size).toBe(7);
  });

  it('parses back to the same value, and treats undefined and dates as JSON does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
    expect(canonicalJson({ a: undefined, b: [undefined], c: new Date(0) })).toBe(
      '{"b":[null],"c":"1970-01-01T00:00:00.000Z"}',
    );
  });
});
