import type { Schedule } from './schedule.js';

/** A locked schedule whose next slot has come, with what its row cannot say about itself. */
export interface DueSchedule extends Omit<
  Schedule,
  'pausedAt' | 'pausedReason' | 'lastSlotAt' | 'createdBy' | 'version' | 'updatedAt'
> {
  readonly nextSlotAt: Date;
  /** Null: the queue does not exist at all. */
  readonly isQueueDeleted: boolean | null;
  readonly isProjectDeleted: boolean | null;
  /** The clock of the database, the same for the whole batch. */
  readonly now: Date;
}

/** The step of a schedule: compare-and-set from the slot that was read. */
export interface ScheduleAdvance {
  readonly scheduleId: string;
  readonly readSlotAt: Date;
  readonly nextSlotAt: Date | null;
  readonly lastSlotAt: Date;
  readonly pauseReason: string | null;
}
