import type { ListedScheduleResponse } from '@rota/client';
import { formatWhole, partsOf, zoneCity } from '@/shell/time/format';

const DAY_MS = 86_400_000;

/** "at 07:30, on Monday" → "At 07:30, on Monday". */
export function sentence(words: string | null): string {
  return words === null || words === '' ? 'Cannot be read' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The definition as it is written, below its words. */
export function expressionOf({ kind, cron, intervalMs, onceAt }: ListedScheduleResponse): string {
  if (kind === 'cron') return cron ?? '';
  return kind === 'interval' ? `every ${intervalWords(intervalMs ?? 0)}` : (onceAt ?? '');
}

const UNITS = [
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** Exact: 90 s, 2 h, 1500 ms. */
export function intervalWords(intervalMs: number): string {
  const [unit, unitMs] = UNITS.find(([, ms]) => intervalMs % ms === 0 && intervalMs >= ms) ?? (['ms', 1] as const);
  return `${intervalMs / unitMs} ${unit}`;
}

export function placeOf({ kind, timeZone }: ListedScheduleResponse): string {
  return kind === 'cron' ? zoneCity(timeZone) : kind === 'interval' ? 'no zone needed' : 'one slot';
}

/** in 2 m 53 s; from a day on the weekday, from a week on the date: where the viewer is. */
export function nextWords(at: number, zone: string, now: number): string {
  const left = at - now;
  if (left <= 0) return 'due';
  if (left < 12 * 3_600_000) return `in ${formatWhole(left)}`;
  const parts = partsOf(at, zone);
  const clock = parts.clock.slice(0, 5);
  if (left < 6 * DAY_MS) return `${parts.weekday} ${clock}`;
  const isThisYear = parts.year === partsOf(now, zone).year;
  return isThisYear ? `${parts.weekday} ${parts.day} ${parts.month}` : `${parts.day} ${parts.month} ${parts.year}`;
}
