import { LATENCY_BOUNDS_MS, LATENCY_BUCKETS, latencyBucket, latencyQuantile } from './latency-scale.js';

const countsOf = (latencies: readonly number[]): number[] => {
  const counts = Array.from({ length: LATENCY_BUCKETS }, () => 0);
  for (const ms of latencies) counts[latencyBucket(ms)] = (counts[latencyBucket(ms)] ?? 0) + 1;
  return counts;
};

describe('latency scale', () => {
  it('rises without a gap from a millisecond to more than a day', () => {
    LATENCY_BOUNDS_MS.forEach((bound, index) => expect(bound).toBeGreaterThan(LATENCY_BOUNDS_MS[index - 1] ?? 0));
    expect(LATENCY_BOUNDS_MS[0]).toBe(1);
    expect(LATENCY_BOUNDS_MS.at(-1)).toBeGreaterThan(86_400_000);
  });

  it.each([
    [-5, 0],
    [0, 0],
    [0.99, 0],
    [1, 1],
    [2, 3],
    [1_024, 21],
    [Infinity, LATENCY_BUCKETS - 1],
  ])('%p ms is counted in bucket %p', (ms, bucket) => {
    expect(latencyBucket(ms)).toBe(bucket);
  });

  it('nothing counted has no percentile', () => {
    expect(latencyQuantile([], 0.95)).toBeNull();
    expect(latencyQuantile(countsOf([]), 0.95)).toBeNull();
  });

  it('a percentile is off by less than a fifth of what it is', () => {
    const latencies = Array.from({ length: 10_000 }, (_, index) => (index * index) / 1_000 + 1);
    for (const quantile of [0.01, 0.5, 0.9, 0.95, 0.99, 1]) {
      const exact = latencies[Math.ceil(quantile * latencies.length) - 1] ?? 0;
      const read = latencyQuantile(countsOf(latencies), quantile) ?? 0;
      expect(Math.abs(read - exact) / exact).toBeLessThan(0.2);
    }
  });

  it('a latency that stands alone is no more than a fifth away, wherever in its bucket it lies', () => {
    for (const exact of [1, 1.41, 15_000, 32_768, 38_000, 46_340]) {
      const read = latencyQuantile(countsOf([exact]), 0.95) ?? 0;
      expect(Math.abs(read - exact) / exact).toBeLessThan(0.2);
    }
    expect(latencyQuantile(countsOf([0.2]), 0.95)).toBeLessThan(1);
  });

  it('percentiles of a sum of counts are those of all latencies together', () => {
    const [one, other] = [Array.from({ length: 99 }, () => 10), [5_000]];
    const sum = countsOf(one).map((count, bucket) => count + (countsOf(other)[bucket] ?? 0));
    expect(sum).toEqual(countsOf([...one, ...other]));
    expect(latencyQuantile(sum, 0.95)).toBeLessThan(20);
    expect(latencyQuantile(sum, 1)).toBeGreaterThan(4_000);
  });

  it('a latency beyond the scale is told as the end of the scale', () => {
    expect(latencyQuantile(countsOf([10 ** 12]), 0.5)).toBe(LATENCY_BOUNDS_MS.at(-1));
  });
});
