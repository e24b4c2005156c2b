import * as fc from 'fast-check';
import { backoffDelayMs, type BackoffPolicy, DEFAULT_BACKOFF } from './backoff.js';

const HOUR_MS = 3_600_000;
const policy = (parts: object = {}): BackoffPolicy => ({
  strategy: 'exponential',
  baseMs: 1_000,
  capMs: HOUR_MS,
  jitter: false,
  ...parts,
});
const ATTEMPTS = [0, 1, 2, 21, 22, 31, 32, 43, 44, 53, 54, 999, 1_000, 1_024, 2 ** 31, 2 ** 53, Infinity];

describe('backoff', () => {
  it('doubles, adds or stays, by the strategy', () => {
    const delays = (strategy: string): number[] => [1, 2, 3, 4].map((n) => backoffDelayMs(policy({ strategy }), n));
    expect(delays('exponential')).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(delays('linear')).toEqual([1_000, 2_000, 3_000, 4_000]);
    expect(delays('fixed')).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  it('stays in (0, cap] at every attempt, however high, and the cap wins', () => {
    for (const strategy of ['fixed', 'linear', 'exponential']) {
      for (const jitter of [true, false]) {
        for (const attempt of ATTEMPTS) {
          const delay = backoffDelayMs(policy({ strategy, jitter }), attempt);
          expect(delay > 0 && delay <= HOUR_MS && Number.isSafeInteger(delay)).toBe(true);
        }
      }
    }
    expect(backoffDelayMs(policy(), 999)).toBe(HOUR_MS);
    expect(backoffDelayMs(policy(), 1_024)).toBe(HOUR_MS);
    expect(backoffDelayMs(policy({ strategy: 'linear' }), Infinity)).toBe(HOUR_MS);
  });

  it('fills a missing or senseless base with the default, and reads decimal text', () => {
    for (const baseMs of [0, null, undefined, -5, Number.NaN, Infinity, 'x', '', {}, [], true]) {
      expect(backoffDelayMs(policy({ baseMs }), 1)).toBe(DEFAULT_BACKOFF.baseMs);
    }
    expect(backoffDelayMs(policy({ baseMs: '5' }), 1)).toBe(5);
    expect(backoffDelayMs(policy({ capMs: '50' }), 9)).toBe(50);
  });

  it('fills a missing or senseless cap, strategy or policy with the default', () => {
    for (const capMs of [0, null, undefined, -5, Number.NaN, Infinity, 'x']) {
      expect(backoffDelayMs(policy({ capMs }), 999)).toBe(DEFAULT_BACKOFF.capMs);
    }
    expect(backoffDelayMs(policy({ strategy: 'other' }), 3)).toBe(4_000);
    expect(backoffDelayMs(undefined as unknown as BackoffPolicy, 3, () => 0)).toBe(4_000);
  });

  it('is finite and in (0, cap] for any policy, attempt and random source', () => {
    const anything = fc.oneof(fc.anything(), fc.double(), fc.integer(), fc.double({ min: 0, max: 1e-300 }));
    fc.assert(
      fc.property(anything, anything, anything, anything, anything, fc.double(), (...parts) => {
        const [strategy, baseMs, capMs, jitter, attempt, drawn] = parts;
        const delay = backoffDelayMs(policy({ strategy, baseMs, capMs, jitter }), attempt as number, () => drawn);
        const limit = typeof capMs === 'number' && capMs > 0 ? capMs : Infinity;
        return Number.isFinite(delay) && delay > 0 && delay <= limit;
      }),
      { numRuns: 3_000 },
    );
  });

  it('draws full jitter uniformly: of 1,000 jobs that fail together no 1 s bucket of 20 holds more than a tenth', () => {
    const buckets = new Map<number, number>();
    for (let i = 0; i < 1_000; i += 1) {
      const delay = backoffDelayMs(policy({ strategy: 'fixed', baseMs: 20_000, jitter: true }), 1);
      const bucket = Math.floor((delay - 1) / 1_000);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    expect(Math.max(...buckets.values())).toBeLessThanOrEqual(100);
    expect(buckets.size).toBe(20);
  });

  it('reaches both ends of the jitter range and never 0', () => {
    const at = (drawn: number): number => backoffDelayMs(policy({ jitter: true }), 1, () => drawn);
    expect(at(0)).toBe(1_000);
    expect(at(1 - Number.EPSILON)).toBe(1);
    expect(at(1)).toBe(1_000);
    expect(at(Number.NaN)).toBe(1_000);
  });
});
