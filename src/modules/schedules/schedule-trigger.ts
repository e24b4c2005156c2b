import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { JobInserter, type NewJob } from '../jobs/index.js';
import { QueueDirectory } from '../queues/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { ScheduleCheck } from './schedule-check.js';
import type { Schedule } from './schedule.js';
import { ScheduleStore } from './schedule.store.js';

/** Runs a schedule by hand. */
@Injectable()
export class ScheduleTrigger {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: ScheduleStore,
    private readonly queues: QueueDirectory,
    private readonly check: ScheduleCheck,
    private readonly inserter: JobInserter,
    private readonly audit: AuditService,
  ) {}

  /**
   * One job now, without a slot: the cadence stays as it is, and a paused schedule can be tried. Answers the id of the job.
   * Throws `not_found`, `conflict` QUEUE_DELETED, `invalid` for a payload that its handler no longer takes.
   */
  async trigger(scope: ProjectScope, id: string): Promise<string> {
    const schedule = await this.store.find(this.database, scope.projectId, id);
    if (!schedule) throw RotaError.notFound('schedule');
    if (!(await this.queues.find(scope.projectId, schedule.queueId))) {
      throw RotaError.conflict('QUEUE_DELETED', 'the queue of this schedule was deleted');
    }
    const faults = this.check.payloadFaults(schedule.handler, schedule.payload);
    if (faults.length > 0) throw refusalOf(faults);
    const job = jobOf(schedule, scope);
    const inserted = await this.database.transaction(async (session) => {
      const jobs = await this.inserter.insert(session, [job]);
      const after = { jobId: job.id };
      await this.audit.record(session, scope, {
        action: 'schedule.triggered',
        targetKind: 'schedule',
        targetId: id,
        after,
      });
      return jobs;
    });
    this.inserter.announce(inserted);
    return job.id;
  }
}

function jobOf(schedule: Schedule, scope: ProjectScope): NewJob {
  const { projectId, queueId, handler, priority, maxAttempts, timeoutMs, labels, payload } = schedule;
  const template = { projectId, queueId, handler, priority, maxAttempts, timeoutMs, labels };
  return {
    ...template,
    id: newId(),
    payloadJson: JSON.stringify(payload),
    scheduleId: schedule.id,
    createdBy: scope.createdBy,
  };
}
