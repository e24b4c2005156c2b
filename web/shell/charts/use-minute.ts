'use client';

import { useLiveState } from '../live/live';
import { useNow } from '../time/use-now';

const MINUTE_MS = 60_000;

/** The minute that charts end with, in milliseconds: that of now, or while the page is frozen that of what it shows. */
export function useMinute(): number {
  const now = useNow();
  const { frozenAt = now } = useLiveState();
  return Math.floor(frozenAt / MINUTE_MS) * MINUTE_MS;
}
