/**
 * A fixed logarithmic scale for latencies: two steps for each doubling, from 1 ms to a little over a day. Because it is fixed, the
 * counts of any minutes and queues can be added, and percentiles be read from the sum.
 */
const STEPS_PER_DOUBLING = 2;
const STEPS = 54;

/** Lower bounds of all buckets but the first, in milliseconds, rising. Bucket 0 is below 1 ms. */
export const LATENCY_BOUNDS_MS: readonly number[] = Object.freeze(
  Array.from({ length: STEPS }, (_, step) => 2 ** (step / STEPS_PER_DOUBLING)),
);

export const LATENCY_BUCKETS = LATENCY_BOUNDS_MS.length + 1;

/** The bucket of a latency, as `width_bucket(latency, bounds)` of PostgreSQL counts it. */
export function latencyBucket(ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms < bound);
  return index === -1 ? LATENCY_BOUNDS_MS.length : index;
}

/**
 * The latency in milliseconds that the share `quantile` (0 to 1) of all counted ones does not exceed; null when nothing was counted.
 * Told as the middle of its bucket by ratio: the true one is less than a fifth away, wherever in the bucket it lies.
 */
export function latencyQuantile(counts: readonly number[], quantile: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(quantile * total));
  let below = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    below += counts[bucket] ?? 0;
    if (below >= rank) return middleOf(bucket);
  }
  return null;
}

function middleOf(bucket: number): number {
  // The first bucket begins at nothing, which has no ratio to anything.
  if (bucket === 0) return 0.5;
  const from = LATENCY_BOUNDS_MS[bucket - 1] ?? 0;
  // The last bucket has no upper end: its lower one is what is known.
  const to = LATENCY_BOUNDS_MS[bucket] ?? from;
  return Math.sqrt(from * to);
}
