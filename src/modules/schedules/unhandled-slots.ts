import type { Schedule, ScheduleRun } from './schedule.js';
import { type NextSlot, slotsOf } from './schedule-timing.js';
import { planSlots, type SkippedRange } from './slot-plan.js';

/**
 * The slots up to now that no scheduler has come to, for a change that ends their being due: they stand in the history with the
 * reason instead of vanishing. Undefined if there are none; those of a paused schedule are not due.
 */
export function unhandledSlots(schedule: Schedule, now: Date, reason: string): ScheduleRun | undefined {
  const { id: scheduleId, nextSlotAt: firstSlotAt, pausedAt } = schedule;
  if (pausedAt !== null || firstSlotAt === null || firstSlotAt > now) return undefined;
  const { first, last, count, isCountExact } = rangeOf(schedule, firstSlotAt, now);
  return {
    scheduleId,
    slot: first,
    outcome: 'skipped_missed',
    jobId: null,
    skippedUntil: last,
    skippedCount: count,
    reason: isCountExact ? reason : `${reason}; more slots than were counted`,
  };
}

/** All of them were missed, whatever the policy of the schedule says about outages. */
function rangeOf(schedule: Schedule, firstSlotAt: Date, now: Date): SkippedRange {
  const { skipped } = planSlots({
    firstSlotAt,
    next: readableSlotsOf(schedule),
    now,
    missedPolicy: 'none',
    missedCap: 1,
    missedAfterMs: -1,
    maxDue: 0,
  });
  return skipped ?? { first: firstSlotAt, last: firstSlotAt, count: 1, isCountExact: true };
}

/** A definition that this runtime cannot read has the one slot that was computed before. */
function readableSlotsOf(schedule: Schedule): NextSlot {
  try {
    return slotsOf(schedule);
  } catch {
    return () => null;
  }
}
