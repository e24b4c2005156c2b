import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';

/** A job of the project that a worker holds. */
export interface WorkerJob {
  readonly id: string;
  readonly queue: string;
  readonly handler: string;
  readonly status: 'claimed' | 'running';
  readonly attempt: number;
  readonly claimedAt: Date;
  readonly startedAt: Date | null;
  readonly lockExpiresAt: Date;
  /** Until the lease ends unless the worker beats, by the clock of the database; negative when it has ended. */
  readonly leaseSecondsLeft: number;
  readonly cancelRequestedAt: Date | null;
}

export interface WorkerJobs {
  /** Those that it holds for longest first. */
  readonly jobs: readonly WorkerJob[];
  readonly isCapped: boolean;
}

const CAP = 200;

/** $1 project, $2 worker. One look per queue of the project at the index of what is in flight. */
const JOBS = `
  SELECT f.*, j.handler
  FROM (
    SELECT l.job_id AS id, q.name AS queue, l.status, l.attempt, l.claimed_at AS "claimedAt", l.started_at AS "startedAt",
           l.lock_expires_at AS "lockExpiresAt", extract(epoch FROM l.lock_expires_at - now())::float8 AS "leaseSecondsLeft",
           l.cancel_requested_at AS "cancelRequestedAt"
    FROM queues q
    CROSS JOIN LATERAL (
      SELECT x.* FROM live_jobs x WHERE x.queue_id = q.id AND x.worker_id = $2 AND x.status IN ('claimed', 'running') LIMIT ${CAP + 1}) l
    WHERE q.project_id = $1 AND q.deleted_at IS NULL
    ORDER BY l.claimed_at, l.job_id LIMIT ${CAP + 1}
  ) f
  CROSS JOIN LATERAL (SELECT x.handler FROM jobs x WHERE x.id = f.id LIMIT 1) j
  ORDER BY f."claimedAt", f.id`;

@Injectable()
export class WorkerJobsReadModel {
  constructor(private readonly database: AppDatabase) {}

  async read(projectId: string, workerId: string): Promise<WorkerJobs> {
    const rows = await this.database.query<WorkerJob>(JOBS, [projectId, workerId]);
    return { jobs: rows.slice(0, CAP), isCapped: rows.length > CAP };
  }
}
