import { canonicalTimeZone, CronError, TimeZoneError } from '../../kernel/cron/index.js';
import type { FieldFault } from '../../kernel/errors.js';
import { parseInstant } from '../../kernel/instants.js';
import type { ScheduleKind, ScheduleTiming } from './schedule.js';
import { slotsOf } from './schedule-timing.js';
import type { ScheduleTimingRequest } from './schedule-timing.request.js';

export type TimingCheck =
  { readonly timing: ScheduleTiming; readonly nextSlotAt: Date } | { readonly faults: readonly FieldFault[] };

const FIELDS = { cron: 'cron', intervalMs: 'interval', onceAt: 'once' } as const satisfies Record<string, ScheduleKind>;
type TimingField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as TimingField[];
const POINTERS: Readonly<Record<ScheduleKind, string>> = { cron: '/cron', interval: '/intervalMs', once: '/onceAt' };

export function changesTiming(request: ScheduleTimingRequest): boolean {
  return [...NAMES, 'timeZone' as const, 'startAt' as const, 'endAt' as const].some(
    (name) => request[name] !== undefined,
  );
}

/**
 * Reads when a schedule is due, over what it has now, if it is there already. A definition that cannot be read, or that never
 * fires after `now` (the database's clock), is refused with the field at fault.
 */
export function checkTiming(
  request: ScheduleTimingRequest,
  present: ScheduleTiming | undefined,
  now: Date,
): TimingCheck {
  const given = NAMES.filter((name) => request[name] !== undefined);
  if (given.length > 1) {
    const detail = 'give one of cron, intervalMs and onceAt';
    return { faults: given.slice(1).map((name) => ({ pointer: `/${name}`, code: 'TIMING_AMBIGUOUS', detail })) };
  }
  const base = baseOf(request, given[0], present, now);
  if (base === undefined) {
    return {
      faults: [{ pointer: '/cron', code: 'TIMING_REQUIRED', detail: 'one of cron, intervalMs and onceAt is required' }],
    };
  }
  // Looked at first: a slot may fall on the one instant that start and end share.
  if (base.startAt !== null && base.endAt !== null && base.endAt <= base.startAt) {
    return { faults: [{ pointer: '/endAt', code: 'END_BEFORE_START', detail: 'endAt must be after startAt' }] };
  }
  try {
    const timing = { ...base, timeZone: canonicalTimeZone(request.timeZone ?? present?.timeZone ?? 'UTC') };
    const nextSlotAt = slotsOf(timing)(now);
    return nextSlotAt === null ? { faults: [neverFires(timing, now)] } : { timing, nextSlotAt };
  } catch (error) {
    return { faults: [readingFault(error)] };
  }
}

function baseOf(
  request: ScheduleTimingRequest,
  field: TimingField | undefined,
  present: ScheduleTiming | undefined,
  now: Date,
): ScheduleTiming | undefined {
  const { startAt, endAt } = request;
  const frame = {
    timeZone: '',
    startAt: startAt === undefined ? (present?.startAt ?? null) : instantOrNull(startAt),
    endAt: endAt === undefined ? (present?.endAt ?? null) : instantOrNull(endAt),
    createdAt: present?.createdAt ?? now,
  };
  if (field === undefined) return present && { ...present, ...frame };
  return {
    kind: FIELDS[field],
    cron: field === 'cron' ? (request.cron ?? null) : null,
    intervalMs: field === 'intervalMs' ? (request.intervalMs ?? null) : null,
    onceAt: field === 'onceAt' ? instantOrNull(request.onceAt) : null,
    ...frame,
  };
}

function neverFires(timing: ScheduleTiming, now: Date): FieldFault {
  const { endAt, kind } = timing;
  const isEndAtFault = endAt !== null && slotsOf({ ...timing, endAt: null })(now) !== null;
  if (isEndAtFault)
    return { pointer: '/endAt', code: 'SCHEDULE_NEVER_FIRES', detail: 'the schedule would end before its first slot' };
  if (kind === 'once')
    return { pointer: '/onceAt', code: 'ONCE_IN_THE_PAST', detail: 'the only slot has passed, or lies before startAt' };
  return { pointer: POINTERS[kind], code: 'SCHEDULE_NEVER_FIRES', detail: 'there is no instant at which this is due' };
}

function readingFault(error: unknown): FieldFault {
  if (error instanceof CronError) return { pointer: '/cron', code: error.code, detail: error.message };
  if (error instanceof TimeZoneError) return { pointer: '/timeZone', code: error.code, detail: error.message };
  throw error;
}

function instantOrNull(text: string | null | undefined): Date | null {
  return parseInstant(text) ?? null;
}
