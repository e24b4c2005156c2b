import type { MissedPolicy } from './schedule.js';
import type { NextSlot } from './schedule-timing.js';

/** What to do about the slots of one schedule that are due. */
export interface SlotPlan {
  /** Slots that become a job each, in order. */
  readonly due: readonly Date[];
  /** The slots in `due` were missed: their runs are spread out. */
  readonly isCatchingUp: boolean;
  /** The missed slots that become nothing. */
  readonly skipped: SkippedRange | null;
  /** The slot to go on with; in the past when `maxDue` cut the plan short; null when the schedule never fires again. */
  readonly nextSlotAt: Date | null;
}

export interface SkippedRange {
  readonly first: Date;
  readonly last: Date;
  readonly count: number;
  /** False: there were more than anyone would count, and `count` is a lower bound. */
  readonly isCountExact: boolean;
}

export interface SlotPlanInput {
  /** The first slot that nobody handled, not after `now`. */
  readonly firstSlotAt: Date;
  readonly next: NextSlot;
  /** The database's clock. */
  readonly now: Date;
  readonly missedPolicy: MissedPolicy;
  /** Most missed slots that policy `all` makes up for: the newest ones. */
  readonly missedCap: number;
  /** A slot older than this was missed. */
  readonly missedAfterMs: number;
  /** Most jobs that this plan may make. */
  readonly maxDue: number;
}

/** The largest cap of a schedule. What lies beyond is not counted one by one: a year of seconds would hold the process for minutes. */
const MAX_COUNTED = 10_000;

/**
 * Which of the slots up to now fire. While the oldest of them is on time, all do. Otherwise the policy decides: `skip` fires the
 * newest one alone, `all` the newest ones up to the cap, `none` those that are still on time. Whatever does not fire lies in one
 * range before those that do.
 */
export function planSlots(input: SlotPlanInput): SlotPlan {
  const counted = slotsUntilNow(input);
  const isLate = (slot: Date) => input.now.getTime() - slot.getTime() > input.missedAfterMs;
  if (!isLate(input.firstSlotAt)) return cut(counted.slots, input.maxDue, false, null, counted.nextSlotAt);
  const kept = Math.min(keptCount(input, counted.slots, isLate), counted.slots.length);
  const from = counted.slots.length - kept;
  const due = counted.slots.slice(from);
  const lastSkipped = counted.slots[from - 1];
  const skipped =
    lastSkipped === undefined
      ? null
      : {
          first: input.firstSlotAt,
          last: lastSkipped,
          count: from + counted.uncounted,
          isCountExact: counted.isComplete,
        };
  return cut(due, input.maxDue, due.some(isLate) || input.missedPolicy === 'skip', skipped, counted.nextSlotAt);
}

function keptCount(
  { missedPolicy, missedCap }: SlotPlanInput,
  slots: readonly Date[],
  isLate: (slot: Date) => boolean,
) {
  if (missedPolicy === 'skip') return 1;
  return missedPolicy === 'all' ? missedCap : slots.filter((slot) => !isLate(slot)).length;
}

function cut(
  slots: readonly Date[],
  maxDue: number,
  isCatchingUp: boolean,
  skipped: SkippedRange | null,
  next: Date | null,
): SlotPlan {
  return { due: slots.slice(0, maxDue), isCatchingUp, skipped, nextSlotAt: slots[maxDue] ?? next };
}

interface CountedSlots {
  /** Ends with the newest slot up to now; complete from the first one on unless `isComplete` is false. */
  readonly slots: Date[];
  readonly uncounted: number;
  readonly isComplete: boolean;
  readonly nextSlotAt: Date | null;
}

function slotsUntilNow({ firstSlotAt, next, now }: SlotPlanInput): CountedSlots {
  const slots = [firstSlotAt];
  for (let slot = next(firstSlotAt); ; slot = next(slot)) {
    if (slot === null || slot > now) return { slots, uncounted: 0, isComplete: true, nextSlotAt: slot };
    if (slots.length > MAX_COUNTED) break;
    slots.push(slot);
  }
  return { slots: newestSlots(slots, next, now), uncounted: slots.length, isComplete: false, nextSlotAt: next(now) };
}

/** The newest slots up to now, looked for in a window that grows backwards until it holds enough of them. */
function newestSlots(counted: readonly Date[], next: NextSlot, now: Date): Date[] {
  const first = counted[0] as Date;
  const last = counted[counted.length - 1] as Date;
  for (let windowMs = last.getTime() - first.getTime(); ; windowMs *= 2) {
    const from = new Date(Math.max(last.getTime(), now.getTime() - windowMs));
    const found: Date[] = [];
    for (let slot = next(from); slot !== null && slot <= now; slot = next(slot)) {
      found.push(slot);
      // A stretch that is denser than the first one: only its end matters.
      if (found.length > 4 * MAX_COUNTED) found.splice(0, 2 * MAX_COUNTED);
    }
    if (found.length > MAX_COUNTED || from <= last) return found.length === 0 ? [last] : found.slice(-MAX_COUNTED - 1);
  }
}
