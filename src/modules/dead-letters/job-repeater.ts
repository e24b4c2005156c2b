import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import { type InsertedJob, type JobDetail, JobInserter } from '../jobs/index.js';
import { QueueDirectory } from '../queues/index.js';
import type { ProjectScope } from '../tenancy/index.js';

export interface Repetition {
  /** Of the new job. */
  readonly id: string;
  readonly payloadJson?: string | undefined;
  readonly reason?: string | undefined;
}

/** Runs a job that has ended again, as a new job with the same options. */
@Injectable()
export class JobRepeater {
  constructor(
    private readonly database: AppDatabase,
    private readonly queues: QueueDirectory,
    private readonly inserter: JobInserter,
    private readonly audit: AuditService,
  ) {}

  /** Answers the id of the new job. @throws RotaError conflict `QUEUE_GONE` */
  async repeat(scope: ProjectScope, job: JobDetail, { id, payloadJson, reason }: Repetition): Promise<string> {
    if (!(await this.queues.find(scope.projectId, job.queueId))) {
      throw RotaError.conflict('QUEUE_GONE', 'the queue of the job has been deleted');
    }
    const inserted = await this.database.transaction(async (session): Promise<InsertedJob[]> => {
      const jobs = await this.inserter.insert(session, [
        {
          id,
          projectId: scope.projectId,
          queueId: job.queueId,
          handler: job.handler,
          payloadJson: payloadJson ?? JSON.stringify(job.payload),
          priority: job.priority,
          maxAttempts: job.ownMaxAttempts,
          timeoutMs: job.ownTimeoutMs,
          labels: job.labels,
          traceparent: job.traceparent,
          replayOf: job.id,
          createdBy: scope.createdBy,
        },
      ]);
      if (scope.principal.kind !== 'api_key') {
        const after = { jobId: id };
        await this.audit.record(session, scope, {
          action: 'job.replayed',
          targetKind: 'job',
          targetId: job.id,
          after,
          reason,
        });
      }
      return jobs;
    });
    this.inserter.announce(inserted);
    return id;
  }
}
