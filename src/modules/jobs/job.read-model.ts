import { Injectable } from '@nestjs/common';
import { AppDatabase, type Statement } from '../../platform/database/index.js';
import type { JobDetail, JobExecution, JobLogLine } from './job-view.js';
import { jobNotFound } from './jobs.errors.js';

/**
 * The status is the live row's, else the final status of the last execution (the rule of the view job_statuses). A job that was
 * cancelled while it waited ends with an execution of attempt 0, so the number shown is that of the last attempt really made.
 * Prepared once per connection, since callers ask again and again for the job that they wait for: to plan it took 2.0 to 2.5 ms, to plan
 * it once and run it takes 0.35 to 0.6 ms.
 */
const GET: Statement = {
  name: 'get-job',
  text: `
  SELECT j.id, j.project_id AS "projectId", j.queue_id AS "queueId", q.name AS queue, j.handler, j.priority, j.payload, j.labels,
    j.schedule_id AS "scheduleId", j.slot, j.replay_of AS "replayOf", j.created_by AS "createdBy", j.created_at AS "createdAt",
    j.traceparent, j.max_attempts AS "ownMaxAttempts", j.timeout_ms AS "ownTimeoutMs", coalesce(j.max_attempts, q.max_attempts, 1) AS "maxAttempts", coalesce(j.timeout_ms, q.timeout_ms, 0) AS "timeoutMs",
    coalesce(l.status::text, e.final_status::text) AS status, l.run_at AS "runAt",
    coalesce(l.attempt, a.attempt, 0) AS attempt, coalesce(l.execution_seq, e.execution_seq, 0) AS "executionSeq",
    coalesce(l.lease_losses, 0) AS "leaseLosses", coalesce(l.claimed_at, e.claimed_at) AS "claimedAt",
    coalesce(l.started_at, e.started_at) AS "startedAt", e.finished_at AS "finishedAt", coalesce(l.worker_id, e.worker_id) AS "workerId",
    l.lock_expires_at AS "lockExpiresAt", l.cancel_requested_at AS "cancelRequestedAt", l.progress, f.error AS "lastError", e.result,
    d.id AS "deadLetterId"
  FROM jobs j
  LEFT JOIN queues q ON q.id = j.queue_id
  LEFT JOIN live_jobs l ON l.job_id = j.id
  LEFT JOIN LATERAL (
    SELECT x.* FROM job_executions x WHERE x.job_id = j.id AND l.job_id IS NULL ORDER BY x.execution_seq DESC LIMIT 1
  ) e ON true
  LEFT JOIN LATERAL (
    SELECT x.attempt FROM job_executions x WHERE x.job_id = j.id AND x.attempt > 0 ORDER BY x.execution_seq DESC LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT x.error FROM job_executions x WHERE x.job_id = j.id AND x.error IS NOT NULL ORDER BY x.execution_seq DESC LIMIT 1
  ) f ON true
  LEFT JOIN LATERAL (
    SELECT x.id FROM dead_letters x WHERE x.job_id = j.id AND x.replayed_at IS NULL AND x.discarded_at IS NULL ORDER BY x.id DESC LIMIT 1
  ) d ON true
  WHERE j.project_id = $1 AND j.id = $2`,
};

/** Oldest first; the attempt in flight stands last, without an outcome. */
const EXECUTIONS = `
  SELECT * FROM (
    (SELECT x.execution_seq AS "executionSeq", x.attempt, x.worker_id AS "workerId", x.due_at AS "dueAt", x.claimed_at AS "claimedAt",
       x.started_at AS "startedAt", x.finished_at AS "finishedAt", x.outcome::text, x.final_status::text AS "finalStatus",
       x.attempt_refunded AS "attemptRefunded", x.error, x.result
     FROM job_executions x WHERE x.job_id = $1 AND x.execution_seq > $2 ORDER BY x.execution_seq LIMIT $3)
    UNION ALL
    SELECT l.execution_seq, l.attempt, l.worker_id, l.run_at, l.claimed_at, l.started_at, NULL, NULL, NULL, false, NULL, NULL
    FROM live_jobs l WHERE l.job_id = $1 AND l.status IN ('claimed', 'running') AND l.execution_seq > $2
  ) e ORDER BY e."executionSeq" LIMIT $3`;

const LOGS = `
  SELECT x.id, x.execution_seq AS "executionSeq", x.logged_at AS "loggedAt", x.message, x.data
  FROM job_logs x WHERE x.job_id = $1 AND x.id > $2 ORDER BY x.id LIMIT $3`;

/** One job, whatever its state. Foreign ids are not found. */
@Injectable()
export class JobReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** @throws RotaError not_found */
  async get(projectId: string, jobId: string): Promise<JobDetail> {
    const job = await this.find(projectId, jobId);
    if (!job) throw jobNotFound();
    return job;
  }

  async find(projectId: string, jobId: string): Promise<JobDetail | undefined> {
    const [job] = await this.database.query<JobDetail>(GET, [projectId, jobId]);
    return job;
  }

  /** Attempts after number `afterSeq`, one more than `limit` to show that there is more. */
  async executions(projectId: string, jobId: string, afterSeq: number, limit: number): Promise<JobExecution[]> {
    await this.assertExists(projectId, jobId);
    return this.database.query<JobExecution>(EXECUTIONS, [jobId, afterSeq, limit + 1]);
  }

  /** Lines after id `afterId`, one more than `limit` to show that there is more. */
  async logs(projectId: string, jobId: string, afterId: number, limit: number): Promise<JobLogLine[]> {
    await this.assertExists(projectId, jobId);
    return this.database.query<JobLogLine>(LOGS, [jobId, afterId, limit + 1]);
  }

  private async assertExists(projectId: string, jobId: string): Promise<void> {
    const rows = await this.database.query('SELECT 1 FROM jobs WHERE project_id = $1 AND id = $2', [projectId, jobId]);
    if (rows.length === 0) throw jobNotFound();
  }
}
