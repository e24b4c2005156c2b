import { Injectable, Optional } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import { Tracing, type Traceparent } from '../../platform/tracing/index.js';
import { AuditService } from '../audit/index.js';
import { enqueueSpan, JobInserter, keptTraceparent, type NewJob } from '../jobs/index.js';
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
    private readonly check: ScheduleCheck,
    private readonly inserter: JobInserter,
    private readonly audit: AuditService,
    @Optional() private readonly tracing: Tracing = Tracing.off,
  ) {}

  /**
   * One job now, without a slot: the cadence stays as it is, and a paused schedule can be tried. Answers the id of the job, in which
   * the trace of the caller goes on. Throws `not_found`, `conflict` QUEUE_DELETED, `invalid` for a payload that its handler no
   * longer takes.
   */
  async trigger(scope: ProjectScope, id: string, parent: Traceparent): Promise<string> {
    const schedule = await this.store.find(this.database, scope.projectId, id);
    if (!schedule) throw RotaError.notFound('schedule');
    const { name, queue } = schedule;
    if (queue === null) throw RotaError.conflict('QUEUE_DELETED', 'the queue of this schedule was deleted');
    const faults = this.check.payloadFaults(schedule.handler, schedule.payload);
    if (faults.length > 0) throw refusalOf(faults);
    return this.tracing.around(`trigger ${name}`, enqueueSpan(scope, queue, parent), (traceparent) =>
      this.insert(scope, jobOf(schedule, scope, keptTraceparent(traceparent))),
    );
  }

  private async insert(scope: ProjectScope, job: TriggeredJob): Promise<string> {
    const inserted = await this.database.transaction(async (session) => {
      const jobs = await this.inserter.insert(session, [job]);
      const after = { jobId: job.id };
      await this.audit.record(session, scope, {
        action: 'schedule.triggered',
        targetKind: 'schedule',
        targetId: job.scheduleId,
        after,
      });
      return jobs;
    });
    this.inserter.announce(inserted);
    return job.id;
  }
}

type TriggeredJob = NewJob & { readonly scheduleId: string };

function jobOf(schedule: Schedule, scope: ProjectScope, traceparent: string | null): TriggeredJob {
  const { projectId, queueId, handler, priority, maxAttempts, timeoutMs, labels, payload } = schedule;
  const template = { projectId, queueId, handler, priority, maxAttempts, timeoutMs, labels };
  return {
    ...template,
    id: newId(),
    payloadJson: JSON.stringify(payload),
    scheduleId: schedule.id,
    createdBy: scope.createdBy,
    traceparent,
  };
}
