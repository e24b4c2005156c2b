'use client';

import { formatInstant } from '@/shell/time/format';
import { serverNow } from '@/shell/time/server-clock';
import { useZone } from '@/shell/time/zone';
import type { TimeRange } from './time-range';

const NAMES: Record<string, string> = {
  '15': 'last 15 min',
  '60': 'last hour',
  '360': 'last 6 h',
  '1440': 'last 24 h',
};

/** What a window is called: last hour, or from when to when. */
export function useRangeName(range: TimeRange): string {
  const { zone } = useZone();
  const now = serverNow();
  const clock = (instant: number): string => formatInstant(instant, zone, now).replace(/(:\d\d):\d\d$/, '$1');
  const [first, last] = [clock(range.from), clock(range.to)];
  const day = first.slice(0, -'00:00'.length);
  return NAMES[range.preset ?? ''] ?? `${first} – ${last.startsWith(day) ? last.slice(day.length) : last}`;
}
