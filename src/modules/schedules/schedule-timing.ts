import { nextCronInstant, nextIntervalInstant, parseCron } from '../../kernel/cron/index.js';
import type { ScheduleTiming } from './schedule.js';

/** The first slot strictly after an instant; null when there is none any more. */
export type NextSlot = (after: Date) => Date | null;

/**
 * The one function that makes slots, for the scheduler, the preview and every edit. The expression is read once.
 *
 * @throws CronError, TimeZoneError for a definition that this runtime cannot read
 */
export function slotsOf(timing: ScheduleTiming): NextSlot {
  const next = unboundedSlots(timing);
  const { startAt, endAt } = timing;
  return (after) => {
    const from = startAt !== null && after < startAt ? new Date(startAt.getTime() - 1) : after;
    const slot = next(from);
    return slot === null || (endAt !== null && slot > endAt) ? null : slot;
  };
}

function unboundedSlots(timing: ScheduleTiming): NextSlot {
  const { kind, timeZone, onceAt } = timing;
  if (kind === 'cron') {
    const expression = parseCron(timing.cron ?? '');
    return (after) => nextCronInstant(expression, timeZone, after);
  }
  if (kind === 'interval') {
    const anchor = timing.startAt ?? timing.createdAt;
    return (after) => nextIntervalInstant(timing.intervalMs ?? 0, anchor, after);
  }
  return (after) => (onceAt !== null && onceAt > after ? onceAt : null);
}

/** The next `count` slots after an instant. */
export function upcomingSlots(timing: ScheduleTiming, after: Date, count: number): Date[] {
  const next = slotsOf(timing);
  const slots: Date[] = [];
  for (let slot = next(after); slot !== null && slots.length < count; slot = next(slot)) slots.push(slot);
  return slots;
}
