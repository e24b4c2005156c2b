import type { ThroughputBucketResponse } from '@rota/client';

/** Attempts that ended in a stretch of time. Those after which the job was a dead letter count there, and not again among the failed. */
export interface Bucket {
  readonly at: number;
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly deadLettered: number;
  readonly p95WaitMs: number | null;
  readonly p95RunMs: number | null;
}

export type Totals = Pick<Bucket, 'completed' | 'failed' | 'timedOut' | 'deadLettered'>;

export interface Span {
  /** Inclusive, in milliseconds. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** From the base up: trouble shares the zero line, so that its height can be compared. */
export const OUTCOMES = [
  { name: 'deadLettered', label: 'dead letter', color: 'var(--r-chart-dead)' },
  { name: 'timedOut', label: 'timed out', color: 'var(--r-chart-timeout)' },
  { name: 'failed', label: 'failed, will retry', color: 'var(--r-chart-failed)' },
  { name: 'completed', label: 'completed', color: 'var(--r-chart-ok)' },
] as const;

const MINUTE_MS = 60_000;
/** The interface tells of the last day. */
export const DAY_MINUTES = 1_440;
const MOST_BARS = 100;
const STEPS = [1, 5, 15] as const;
export type Step = (typeof STEPS)[number];

/** Minutes of one bar, so that a span has as many bars as can be told apart. */
export const stepOf = ({ from, to }: Span): Step =>
  STEPS.find((step) => (to - from) / MINUTE_MS / step <= MOST_BARS) ?? 15;

/** How far back must be asked to reach the beginning of a span. */
export const minutesBackTo = ({ from }: Span, now: number): number =>
  Math.min(DAY_MINUTES, Math.max(5, Math.ceil((now - from) / MINUTE_MS)));

/** The bars of a span, with every outcome counted once. */
export function bucketsWithin(buckets: readonly ThroughputBucketResponse[], { from, to }: Span, step: Step): Bucket[] {
  const first = Math.floor(from / (step * MINUTE_MS)) * step * MINUTE_MS;
  return buckets.flatMap((bucket) => {
    const at = Date.parse(bucket.at);
    return at >= first && at < to ? [bucketOf(bucket, at)] : [];
  });
}

function bucketOf(bucket: ThroughputBucketResponse, at: number): Bucket {
  const { completed, failed, timedOut, deadLettered, p95WaitMs, p95RunMs } = bucket;
  const deadOfFailed = Math.min(deadLettered, failed);
  return {
    at,
    completed,
    failed: failed - deadOfFailed,
    timedOut: Math.max(0, timedOut - (deadLettered - deadOfFailed)),
    deadLettered,
    p95WaitMs,
    p95RunMs,
  };
}

/** Of the span so much is kept free beside an event: room for what is written there. */
const LABEL_SHARE = 1 / 6;

interface EventInBar {
  readonly bucketAt: number;
  /** What is written about it stands before its line: behind it the chart ends. */
  readonly isLate: boolean;
}

/** Events of the span with the bar that each falls into; one is left out that would be written over the one before it. */
export function eventsWithin<Event extends { readonly at: number }>(
  events: readonly Event[],
  buckets: readonly Pick<Bucket, 'at'>[],
  stepMinutes: number,
): (Event & EventInBar)[] {
  const barMs = stepMinutes * MINUTE_MS;
  const room = buckets.length * barMs * LABEL_SHARE;
  const end = (buckets.at(-1)?.at ?? 0) + barMs;
  let free = Number.NEGATIVE_INFINITY;
  return events
    .toSorted((one, other) => one.at - other.at)
    .flatMap((event) => {
      const bucketAt = buckets.find(({ at }) => event.at >= at && event.at < at + barMs)?.at;
      if (bucketAt === undefined) return [];
      const isLate = bucketAt + room > end;
      if ((isLate ? bucketAt - room : bucketAt) < free) return [];
      free = isLate ? bucketAt : bucketAt + room;
      return [{ ...event, bucketAt, isLate }];
    });
}

export function totalsOf(buckets: readonly Totals[]): Totals {
  const totals = { completed: 0, failed: 0, timedOut: 0, deadLettered: 0 };
  for (const bucket of buckets) {
    totals.completed += bucket.completed;
    totals.failed += bucket.failed;
    totals.timedOut += bucket.timedOut;
    totals.deadLettered += bucket.deadLettered;
  }
  return totals;
}

export function failureRateOf({ completed, failed, timedOut, deadLettered }: Totals): number | undefined {
  const bad = failed + timedOut + deadLettered;
  return bad + completed === 0 ? undefined : bad / (bad + completed);
}
