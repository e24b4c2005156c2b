import { DAY_MINUTES } from '@/shell/charts/buckets';

const MINUTE_MS = 60_000;
export const PRESETS = [
  { value: '15', label: '15 m', minutes: 15 },
  { value: '60', label: '1 h', minutes: 60 },
  { value: '360', label: '6 h', minutes: 360 },
  { value: '1440', label: '24 h', minutes: DAY_MINUTES },
] as const;

/** From inclusive, to exclusive, both on whole minutes, in milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  /** Undefined for a part of the day that was brushed out, which stands still. */
  readonly preset: string | undefined;
}

const endOf = (now: number): number => Math.floor(now / MINUTE_MS + 1) * MINUTE_MS;

export function rangeOf(filters: { last?: string; from?: string; to?: string }, now: number): TimeRange {
  const end = endOf(now);
  const from = Date.parse(filters.from ?? '');
  const to = Date.parse(filters.to ?? '');
  if (from < to) return { from, to, preset: undefined };
  const preset = PRESETS.find(({ value }) => value === filters.last) ?? PRESETS[1];
  return { from: end - preset.minutes * MINUTE_MS, to: end, preset: preset.value };
}

/** What there are figures of: the interface tells of one day back, and of nothing that is still to come. Undefined where it tells nothing. */
export function knownPartOf(range: TimeRange, now: number): TimeRange | undefined {
  const end = endOf(now);
  const from = Math.max(range.from, end - DAY_MINUTES * MINUTE_MS);
  const to = Math.min(range.to, end);
  return from < to ? { ...range, from, to } : undefined;
}
