import type { TickResult } from '../../platform/lifecycle/index.js';

/** What is due and could not be had is in the hands of another replica, for a moment. */
const HELD_BY_OTHERS_MS = 25;

/** Sleeps to the instant; the loop's own interval is the longest sleep, so a far-away instant overflows no timer. */
export function sleepUntilDue(dueInMs: number | undefined): TickResult {
  if (dueInMs === undefined) return 'idle';
  return { sleepMs: dueInMs > 0 ? Math.ceil(dueInMs) : HELD_BY_OTHERS_MS };
}
