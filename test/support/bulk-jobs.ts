import type { Session } from '../../src/platform/database/index.js';
import type { QueueFixture } from './factories.js';

export interface BulkJobs {
  readonly count: number;
  readonly priority?: number;
  readonly handler?: string;
  readonly payload?: unknown;
}

/** Many queued, due jobs of one queue in one statement; ids ascend. */
export async function addQueuedJobs(session: Session, queue: QueueFixture, jobs: BulkJobs): Promise<void> {
  await session.execute(
    `WITH j AS (
       INSERT INTO jobs (id, project_id, queue_id, handler, payload, priority)
       SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
               || '8' || substr(md5(random()::text), 1, 15))::uuid, $1, $2, $3, $4::jsonb, $5
       FROM generate_series(1, $6::int) n
       RETURNING id, project_id, queue_id, priority)
     INSERT INTO live_jobs (job_id, project_id, queue_id, status, priority, run_at)
     SELECT id, project_id, queue_id, 'queued', priority, now() FROM j`,
    [
      queue.projectId,
      queue.id,
      jobs.handler ?? 'noop',
      JSON.stringify(jobs.payload ?? {}),
      jobs.priority ?? 0,
      jobs.count,
    ],
  );
}

/** Everything of a queue that has not ended ends now, in one statement, without an attempt. */
export async function endAllJobs(session: Session, queueId: string, status: 'completed' | 'cancelled'): Promise<void> {
  await session.execute(
    `WITH l AS (DELETE FROM live_jobs WHERE queue_id = $1 RETURNING job_id, project_id, queue_id)
     INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, outcome, final_status, finished_at)
     SELECT job_id, 1, 0, project_id, queue_id, $2::text::execution_outcome, $2::text::final_status, now() FROM l`,
    [queueId, status],
  );
}
