import type { Database } from '../../platform/database/index.js';
import { slotsOf } from './schedule-timing.js';
import type { Schedule } from './schedule.js';
import { ScheduleStore } from './schedule.store.js';

/** Un-pauses every schedule of an installation; for the command line. */
export class ScheduleResumption {
  private readonly store = new ScheduleStore();

  constructor(private readonly database: Database) {}

  /** Each goes on with the first slot after now. Answers how many; one whose definition cannot be read stays paused. */
  async resumeAll(): Promise<number> {
    const paused = await this.database.query<{ id: string; projectId: string }>(
      'SELECT id, project_id AS "projectId" FROM schedules WHERE paused_at IS NOT NULL AND deleted_at IS NULL ORDER BY id',
    );
    let resumed = 0;
    for (const { id, projectId } of paused) {
      resumed += await this.database.transaction(async (session) => {
        const locked = await this.store.lock(session, projectId, id);
        const nextSlotAt = locked?.schedule.pausedAt ? nextSlotOf(locked.schedule, locked.now) : undefined;
        if (!locked || nextSlotAt === undefined) return 0;
        await this.store.resume(session, locked.schedule, nextSlotAt);
        return 1;
      });
    }
    return resumed;
  }
}

/** Null: it never fires again. Undefined: its definition cannot be read. */
function nextSlotOf(schedule: Schedule, now: Date): Date | null | undefined {
  try {
    return slotsOf(schedule)(now);
  } catch {
    return undefined;
  }
}
