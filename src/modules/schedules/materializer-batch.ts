import { newId } from '../../kernel/ids.js';
import type { DueSchedule, ScheduleAdvance } from './due-schedule.js';
import type { ScheduleRun } from './schedule.js';
import { slotsOf } from './schedule-timing.js';
import { planSlots, type SkippedRange } from './slot-plan.js';

/** What a transaction of the materializer writes. */
export interface MaterializerBatch {
  readonly runs: ScheduleRun[];
  /** One per run with a job, by its id. */
  readonly jobs: PlannedJob[];
  readonly advances: ScheduleAdvance[];
}

export interface PlannedJob {
  readonly id: string;
  readonly schedule: DueSchedule;
  readonly slot: Date;
  /** The slot is made up for after an outage. */
  readonly isCatchingUp: boolean;
}

export interface BatchLimits {
  readonly missedAfterMs: number;
  /** Jobs in one transaction. */
  readonly maxJobs: number;
  /** Time that may be spent on finding slots, in milliseconds: the rows are locked meanwhile, and nothing else runs here. */
  readonly budgetMs: number;
}

/** Decides about locked schedules until a limit is reached; those after it stay as they are, due. */
export function planBatch(
  due: readonly DueSchedule[],
  overlapping: ReadonlySet<string>,
  limits: BatchLimits,
): MaterializerBatch {
  const batch: MaterializerBatch = { runs: [], jobs: [], advances: [] };
  const startedAtMs = performance.now();
  for (const schedule of due) {
    const maxDue = limits.maxJobs - batch.jobs.length;
    if (maxDue <= 0 || performance.now() - startedAtMs > limits.budgetMs) break;
    planSchedule(batch, schedule, overlapping.has(schedule.id), { ...limits, maxJobs: maxDue });
  }
  return batch;
}

function planSchedule(
  batch: MaterializerBatch,
  schedule: DueSchedule,
  isOverlapping: boolean,
  limits: BatchLimits,
): void {
  const obstacle = obstacleOf(schedule);
  if (obstacle !== undefined) return fail(batch, schedule, obstacle);
  try {
    const next = slotsOf(schedule);
    const { missedAfterMs, maxJobs: maxDue } = limits;
    const plan = planSlots({ ...schedule, firstSlotAt: schedule.nextSlotAt, next, missedAfterMs, maxDue });
    if (plan.skipped !== null) batch.runs.push(missedRun(schedule, plan.skipped));
    fire(batch, schedule, plan.due, { isOverlapping, isCatchingUp: plan.isCatchingUp });
    const lastSlotAt = plan.due.at(-1) ?? plan.skipped?.last ?? schedule.nextSlotAt;
    batch.advances.push(advanceOf(schedule, plan.nextSlotAt, lastSlotAt, null));
  } catch (error) {
    fail(batch, schedule, error instanceof Error ? error.message : 'its next slot cannot be computed');
  }
}

function fire(
  batch: MaterializerBatch,
  schedule: DueSchedule,
  slots: readonly Date[],
  { isOverlapping, isCatchingUp }: { isOverlapping: boolean; isCatchingUp: boolean },
): void {
  const isSkipping = schedule.overlapPolicy === 'skip';
  // With overlap `skip` the first job of the batch is what the later slots overlap with.
  const fired = isSkipping ? (isOverlapping ? 0 : 1) : slots.length;
  for (const slot of slots.slice(0, fired)) {
    const id = newId();
    batch.jobs.push({ id, schedule, slot, isCatchingUp });
    batch.runs.push(runOf(schedule, slot, { outcome: 'enqueued', jobId: id }));
  }
  const overlapped = slots.slice(fired);
  const [first, last] = [overlapped[0], overlapped.at(-1)];
  if (first === undefined || last === undefined) return;
  const reason = 'a job of this schedule had not ended';
  const range = overlapped.length > 1 ? { skippedUntil: last, skippedCount: overlapped.length } : {};
  batch.runs.push(runOf(schedule, first, { outcome: 'skipped_overlap', reason, ...range }));
}

/** A schedule that cannot fire is paused with the reason: the others go on, and a person reads why this one does not. */
export function fail(batch: MaterializerBatch, schedule: DueSchedule, reason: string): void {
  batch.runs.push(runOf(schedule, schedule.nextSlotAt, { outcome: 'failed', reason }));
  batch.advances.push(advanceOf(schedule, null, schedule.nextSlotAt, `paused by the scheduler: ${reason}`));
}

function obstacleOf(schedule: DueSchedule): string | undefined {
  if (schedule.isProjectDeleted !== false) return 'its project was deleted';
  if (schedule.isQueueDeleted !== false) return 'its queue was deleted';
  return undefined;
}

function missedRun(schedule: DueSchedule, { first, last, count, isCountExact }: SkippedRange): ScheduleRun {
  const reason = `not handled in time; policy ${schedule.missedPolicy}${isCountExact ? '' : '; more slots than were counted'}`;
  return runOf(schedule, first, { outcome: 'skipped_missed', skippedUntil: last, skippedCount: count, reason });
}

function runOf(
  schedule: DueSchedule,
  slot: Date,
  rest: Partial<ScheduleRun> & Pick<ScheduleRun, 'outcome'>,
): ScheduleRun {
  return { scheduleId: schedule.id, slot, jobId: null, skippedUntil: null, skippedCount: null, reason: null, ...rest };
}

function advanceOf(
  schedule: DueSchedule,
  nextSlotAt: Date | null,
  lastSlotAt: Date,
  pauseReason: string | null,
): ScheduleAdvance {
  return { scheduleId: schedule.id, readSlotAt: schedule.nextSlotAt, nextSlotAt, lastSlotAt, pauseReason };
}
