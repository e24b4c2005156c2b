import type { MinuteStatsResponse } from '@rota/client';

const MINUTE_MS = 60_000;
/** The interface tells minutes of a day. */
export const DAY_MINUTES = 1_440;

export const PRESETS = [
  { value: '15', label: '15 m', minutes: 15 },
  { value: '60', label: '1 h', minutes: 60 },
  { value: '360', label: '6 h', minutes: 360 },
  { value: '1440', label: '24 h', minutes: 1_440 },
] as const;

/** From inclusive, to exclusive, both on whole minutes, in milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** Undefined for a part of the day that was brushed out, which stands still. */
  readonly preset: string | undefined;
}

export function rangeOf(filters: { last?: string; from?: string; to?: string }, now: number): TimeRange {
  const end = Math.floor(now / MINUTE_MS + 1) * MINUTE_MS;
  const from = Date.parse(filters.from ?? '');
  const to = Date.parse(filters.to ?? '');
  if (from < to) return { from, to, preset: undefined };
  const preset = PRESETS.find(({ value }) => value === filters.last) ?? PRESETS[1];
  return { from: end - preset.minutes * MINUTE_MS, to: end, preset: preset.value };
}

export interface Bucket {
  readonly at: number;
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly deadLettered: number;
}

const BARS = 96;
const STEPS_MINUTES = [1, 2, 5, 10, 15, 20, 30, 60];

export function stepOf(range: TimeRange): number {
  const minutes = (range.to - range.from) / MINUTE_MS;
  return STEPS_MINUTES.find((step) => minutes / step <= BARS) ?? 60;
}

/**
 * Every bar of a range, the empty ones too. An attempt after which the job was a dead letter counts there, and not again among
 * the failed ones, so that the stack has the height of all attempts.
 */
export function bucketsOf(minutes: readonly MinuteStatsResponse[], range: TimeRange, stepMinutes: number): Bucket[] {
  const stepMs = stepMinutes * MINUTE_MS;
  const first = Math.floor(range.from / stepMs) * stepMs;
  const count = Math.max(1, Math.ceil((range.to - first) / stepMs));
  const buckets = Array.from({ length: count }, (_, index) => ({
    at: first + index * stepMs,
    completed: 0,
    failed: 0,
    timedOut: 0,
    deadLettered: 0,
  }));
  for (const minute of minutes) {
    const at = Date.parse(minute.minute);
    const bucket = buckets[Math.floor((at - first) / stepMs)];
    if (at < range.from || at >= range.to || bucket === undefined) continue;
    const dead = minute.deadLettered;
    const deadOfFailed = Math.min(dead, minute.failed);
    bucket.completed += minute.completed;
    bucket.failed += minute.failed - deadOfFailed;
    bucket.timedOut += Math.max(0, minute.timedOut - (dead - deadOfFailed));
    bucket.deadLettered += dead;
  }
  return buckets;
}

export function totalsOf(buckets: readonly Bucket[]): Omit<Bucket, 'at'> {
  const totals = { completed: 0, failed: 0, timedOut: 0, deadLettered: 0 };
  for (const bucket of buckets) {
    totals.completed += bucket.completed;
    totals.failed += bucket.failed;
    totals.timedOut += bucket.timedOut;
    totals.deadLettered += bucket.deadLettered;
  }
  return totals;
}

export function failureRateOf({ completed, failed, timedOut, deadLettered }: Omit<Bucket, 'at'>): number | undefined {
  const bad = failed + timedOut + deadLettered;
  return bad + completed === 0 ? undefined : bad / (bad + completed);
}
