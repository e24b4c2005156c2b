import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';

export interface FedAttempt {
  readonly jobId: string;
  readonly executionSeq: number;
  readonly attempt: number;
  readonly queue: string | null;
  readonly handler: string | null;
  readonly outcome: string;
  readonly finalStatus: string | null;
  readonly isRefunded: boolean;
  readonly waitMs: number | null;
  readonly runMs: number | null;
  readonly error: string | null;
  readonly finishedAt: Date;
}

export interface FeedFilter {
  readonly projectId: string;
  readonly queueId?: string | undefined;
}

/** An attempt is seen when its transaction commits, which is a little after the instant that it carries. */
const LATE_SECONDS = 3;
const MAX_ROWS = 1_000;

/** By the BRIN index on the end of an attempt: what is read is the newest part of an append-only table, whatever its size. */
const ENDED = `
  SELECT e.job_id AS "jobId", e.execution_seq AS "executionSeq", e.attempt, q.name AS queue, j.handler, e.outcome::text,
    e.final_status::text AS "finalStatus", e.attempt_refunded AS "isRefunded",
    (1000 * extract(epoch FROM e.claimed_at - e.due_at))::float8 AS "waitMs",
    (1000 * extract(epoch FROM e.finished_at - e.started_at))::float8 AS "runMs",
    e.error ->> 'message' AS error, e.finished_at AS "finishedAt"
  FROM job_executions e
  LEFT JOIN jobs j ON j.id = e.job_id
  LEFT JOIN queues q ON q.id = e.queue_id
  WHERE e.finished_at >= $2 AND e.project_id = $1 AND ($3::uuid IS NULL OR e.queue_id = $3)
  ORDER BY e.finished_at DESC, e.job_id DESC LIMIT ${MAX_ROWS}`;

/** Attempts as they end, oldest first, each once. For following what really runs. */
@Injectable()
export class AttemptFeed {
  constructor(private readonly database: AppDatabase) {}

  /** Returns what each call answers: the attempts that have ended since the call before; the first looks `seconds` back. */
  follow({ projectId, queueId }: FeedFilter, seconds: number): () => Promise<FedAttempt[]> {
    let since: Date | undefined;
    let seen = new Set<string>();
    return async () => {
      const [clock] = await this.database.query<{ now: Date; start: Date }>(
        'SELECT now() AS now, now() - make_interval(secs => $1) AS start',
        [since === undefined ? seconds : LATE_SECONDS],
      );
      if (clock === undefined) return [];
      since ??= clock.start;
      const rows = await this.database.query<FedAttempt>(ENDED, [projectId, since, queueId ?? null]);
      const fresh = rows.filter((row) => !seen.has(keyOf(row))).toReversed();
      seen = new Set(rows.map(keyOf));
      since = new Date(Math.max(since.getTime(), clock.now.getTime() - 1_000 * LATE_SECONDS));
      return fresh;
    };
  }
}

const keyOf = ({ jobId, executionSeq }: FedAttempt): string => `${jobId} ${executionSeq}`;
