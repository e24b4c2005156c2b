import { nextIntervalInstant } from './index.js';

const HOUR = 3_600_000;
const next = (everyMs: number, anchor: string, from: string): string =>
  nextIntervalInstant(everyMs, new Date(anchor), new Date(from)).toISOString();

describe('intervals', () => {
  it('B123: two hours stay two hours across a clock change', () => {
    expect(next(2 * HOUR, '2026-03-08T05:30Z', '2026-03-08T05:30Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(next(2 * HOUR, '2026-11-01T04:30Z', '2026-11-01T05:00Z')).toBe('2026-11-01T06:30:00.000Z');
  });

  it('the next instant is strictly later, on the grid of the anchor, and never in the past', () => {
    expect(next(HOUR, '2026-01-01T00:10Z', '2026-01-01T02:10Z')).toBe('2026-01-01T03:10:00.000Z');
    expect(next(HOUR, '2026-01-01T00:10Z', '2026-01-01T02:09:59.999Z')).toBe('2026-01-01T02:10:00.000Z');
    expect(next(7 * HOUR, '2020-01-01T00:00Z', '2026-06-01T12:00Z')).toBe('2026-06-01T13:00:00.000Z');
  });

  it('before the anchor nothing is due but the anchor', () => {
    expect(next(HOUR, '2026-01-01T00:10Z', '2025-06-01T00:00Z')).toBe('2026-01-01T00:10:00.000Z');
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('a length of %s is refused', (everyMs) => {
    expect(() => nextIntervalInstant(everyMs, new Date(0), new Date(0))).toThrow(RangeError);
  });

  it('an invalid date and an instant beyond the last date are refused', () => {
    expect(() => nextIntervalInstant(HOUR, new Date(Number.NaN), new Date(0))).toThrow(RangeError);
    expect(() => nextIntervalInstant(HOUR, new Date(0), new Date(Number.NaN))).toThrow(RangeError);
    expect(() => nextIntervalInstant(8.64e15, new Date(1), new Date(1))).toThrow(RangeError);
  });
});
