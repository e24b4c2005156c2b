import * as fc from 'fast-check';
import { cleanText } from './clean-text.js';
import { withCpuMs } from '../../test/support/cpu-time.js';

describe('cleanText', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['a\0b\0', 'a\uFFFDb\uFFFD'],
    ['\ud83d', '\uFFFD'],
    ['\udc00\ud83d', '\uFFFD\uFFFD'],
    ['x\ud83dy', 'x\uFFFDy'],
    ['😀 ok 👩‍👩‍👧', '😀 ok 👩‍👩‍👧'],
    ['\\u0000 literal', '\\u0000 literal'],
    ['\u0001\n\u007f', '\u0001\n\u007f'],
  ])('turns %p into %p', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it.each([
    ['abcdef', 3, 'abc'],
    ['äöü', 5, 'äö'],
    ['😀😀', 7, '😀'],
    ['😀', 3, ''],
    ['a😀', 4, 'a'],
    ['€€', 6, '€€'],
    ['ab\0', 4, 'ab'],
    ['ab\0', 5, 'ab\uFFFD'],
    ['abc', 0, ''],
    ['abc', -1, ''],
    ['abc', Number.NaN, ''],
    ['abc', Infinity, 'abc'],
    ['abc', 2.9, 'ab'],
  ])('cuts %p at %p bytes to %p', (text, maxBytes, expected) => {
    expect(cleanText(text, maxBytes)).toBe(expected);
  });

  it('gives the longest clean beginning within the limit, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.nat(40), (a, b, maxBytes) => {
        const whole = cleanText(a + b);
        const cut = cleanText(a + b, maxBytes);
        expect(whole.isWellFormed() && !whole.includes('\0')).toBe(true);
        expect(whole.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes);
        const next = Array.from(whole.slice(cut.length))[0];
        if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(maxBytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it('cuts 100 MB without encoding it', () => {
    const { cpuMs, result } = withCpuMs(() => cleanText('é'.repeat(50_000_000), 1_000));
    expect(result).toHaveLength(500);
    expect(cpuMs).toBeLessThan(500);
  });
});
