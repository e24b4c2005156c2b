import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService, systemScope } from '../audit/index.js';
import { slotsOf } from './schedule-timing.js';
import type { Schedule } from './schedule.js';
import { ScheduleStore } from './schedule.store.js';

/** Un-pauses every schedule of an installation; for the command line. */
@Injectable()
export class ScheduleResumption {
  private readonly store = new ScheduleStore();

  constructor(
    private readonly database: AppDatabase,
    private readonly audit: AuditService,
  ) {}

  /**
   * Each goes on with the first slot after now. Answers how many; one whose definition cannot be read stays paused. Each stands in
   * the audit log of its project, under the one `requestId` of the call.
   */
  async resumeAll(requestId: string): Promise<number> {
    let resumed = 0;
    for (const { id, ...place } of await this.store.listPaused(this.database)) {
      resumed += await this.database.transaction(async (session) => {
        const locked = await this.store.lock(session, place.projectId, id);
        const nextSlotAt = locked?.schedule.pausedAt ? nextSlotOf(locked.schedule, locked.now) : undefined;
        if (!locked || nextSlotAt === undefined) return 0;
        const { pausedAt, pausedReason } = locked.schedule;
        await this.audit.record(session, systemScope(place, requestId), {
          action: 'schedule.resumed',
          targetKind: 'schedule',
          targetId: id,
          before: { pausedAt, pausedReason },
        });
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
