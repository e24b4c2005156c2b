import { loadSql, type Session } from '../../platform/database/index.js';
import type { DueSchedule, ScheduleAdvance } from './due-schedule.js';
import type { ScheduleRun } from './schedule.js';

/** Schedules in one transaction. */
export const DUE_BATCH = 100;

const lockDueSchedules = loadSql(import.meta.url, './sql/lock-due-schedules.sql', { k: DUE_BATCH });
const findOverlappingSchedules = loadSql(import.meta.url, './sql/find-overlapping-schedules.sql');
const recordScheduleRuns = loadSql(import.meta.url, './sql/record-schedule-runs.sql');
const advanceSchedules = loadSql(import.meta.url, './sql/advance-schedules.sql');
const nextSlotDue = loadSql(import.meta.url, './sql/next-slot-due.sql');

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The statements of the materializer. All but the first run inside its transaction. */
export class MaterializerStore {
  /** Milliseconds until the next slot; undefined when no schedule has one. */
  async nextSlotDueInMs(session: Session): Promise<number | undefined> {
    const [row] = await session.query<{ dueInMs: number }>(nextSlotDue);
    return row?.dueInMs;
  }

  lockDue(session: Session, ids: readonly string[] | null): Promise<DueSchedule[]> {
    return session.query<DueSchedule>(lockDueSchedules, [ids]);
  }

  async overlapping(session: Session, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await session.query<{ id: string }>(findOverlappingSchedules, [ids]);
    return new Set(rows.map((row) => row.id));
  }

  /** Answers the ids of the jobs whose slot nobody had recorded before. */
  async record(session: Session, runs: readonly ScheduleRun[]): Promise<Set<string>> {
    const rows = await session.query<{ jobId: string | null }>(recordScheduleRuns, [
      runs.map((run) => run.scheduleId),
      runs.map((run) => iso(run.slot)),
      runs.map((run) => run.outcome),
      runs.map((run) => run.jobId),
      runs.map((run) => iso(run.skippedUntil)),
      runs.map((run) => run.skippedCount),
      runs.map((run) => run.reason),
    ]);
    return new Set(rows.flatMap((row) => (row.jobId === null ? [] : [row.jobId])));
  }

  /** Answers how many of them still stood at the slot that was read. */
  async advance(session: Session, advances: readonly ScheduleAdvance[]): Promise<number> {
    const rows = await session.query<{ id: string }>(advanceSchedules, [
      advances.map((advance) => advance.scheduleId),
      advances.map((advance) => iso(advance.readSlotAt)),
      advances.map((advance) => iso(advance.nextSlotAt)),
      advances.map((advance) => iso(advance.lastSlotAt)),
      advances.map((advance) => advance.pauseReason),
    ]);
    return rows.length;
  }
}
