import type { Session } from '../../platform/database/index.js';

export const MAX_AHEAD = 10_000;

/** Where a job stands, and everything that its next step depends on. Ages and waits by the clock of the database. */
export interface JobStanding {
  readonly jobId: string;
  readonly handler: string;
  readonly queue: string | null;
  readonly status: string | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly isProjectDeleted: boolean;
  readonly isQueueDeleted: boolean;
  readonly isPaused: boolean;
  readonly pausedReason: string | null;
  readonly maxConcurrency: number | null;
  readonly inFlightOfQueue: number;
  /** Positive: due so many seconds from now. */
  readonly dueInSeconds: number | null;
  /** Negative: the lease has been over for so long. */
  readonly leaseLeftSeconds: number | null;
  readonly runningSeconds: number | null;
  readonly timeoutMs: number | null;
  readonly leaseLosses: number;
  readonly isCancelRequested: boolean;
  readonly worker: string | null;
  /** Jobs of the queue that are given away first, at most {@link MAX_AHEAD}. */
  readonly ahead: number;
  readonly liveWorkers: number;
  readonly servingWorkers: number;
  /** Of those that serve the queue, the ones that know the handler. */
  readonly ableWorkers: number;
  readonly freeSlots: number;
  readonly lastOutcome: string | null;
  readonly lastError: string | null;
  readonly deadLetterReason: string | null;
  readonly isDeadLetterOpen: boolean | null;
}

/** Bounded whatever the depth of the queue: what stands ahead is counted on the claim index and stops at its limit. */
const STANDING = `
  WITH live_workers AS MATERIALIZED (
    SELECT k.queues, k.handlers, greatest(0, k.capacity - k.in_flight) AS free FROM workers k
    WHERE k.state = 'live' AND k.last_heartbeat_at > now() - interval '1 minute'
  )
  SELECT j.id AS "jobId", j.handler, q.name AS queue, coalesce(l.status::text, e.final_status::text) AS status,
    coalesce(l.attempt, e.attempt, 0) AS attempt, coalesce(j.max_attempts, q.max_attempts, 1) AS "maxAttempts",
    p.id IS NULL OR p.deleted_at IS NOT NULL AS "isProjectDeleted", q.id IS NULL OR q.deleted_at IS NOT NULL AS "isQueueDeleted",
    q.paused_at IS NOT NULL AS "isPaused", q.paused_reason AS "pausedReason", q.max_concurrency AS "maxConcurrency",
    (SELECT count(*)::int FROM (
       SELECT 1 FROM live_jobs x WHERE x.queue_id = j.queue_id AND x.status IN ('claimed', 'running') LIMIT ${MAX_AHEAD}) y
    ) AS "inFlightOfQueue",
    extract(epoch FROM l.run_at - now())::float8 AS "dueInSeconds",
    extract(epoch FROM l.lock_expires_at - now())::float8 AS "leaseLeftSeconds",
    extract(epoch FROM now() - coalesce(l.started_at, l.claimed_at))::float8 AS "runningSeconds",
    coalesce(j.timeout_ms, q.timeout_ms) AS "timeoutMs", coalesce(l.lease_losses, 0) AS "leaseLosses",
    l.cancel_requested_at IS NOT NULL AS "isCancelRequested", w.host || ' (' || w.state || ')' AS worker,
    CASE WHEN l.status = 'queued' THEN (SELECT count(*)::int FROM (
      SELECT 1 FROM live_jobs x WHERE x.queue_id = l.queue_id AND x.status = 'queued'
        AND (x.priority > l.priority OR (x.priority = l.priority AND (x.run_at, x.job_id) < (l.run_at, l.job_id)))
      LIMIT ${MAX_AHEAD}) y) ELSE 0 END AS ahead,
    (SELECT count(*)::int FROM live_workers) AS "liveWorkers", s.serving AS "servingWorkers", s.able AS "ableWorkers",
    s.free AS "freeSlots", e.outcome::text AS "lastOutcome", e.error ->> 'message' AS "lastError",
    d.reason::text AS "deadLetterReason", d.replayed_at IS NULL AND d.discarded_at IS NULL AS "isDeadLetterOpen"
  FROM jobs j
  LEFT JOIN projects p ON p.id = j.project_id
  LEFT JOIN queues q ON q.id = j.queue_id
  LEFT JOIN live_jobs l ON l.job_id = j.id
  LEFT JOIN workers w ON w.id = l.worker_id
  LEFT JOIN LATERAL (
    SELECT x.* FROM job_executions x WHERE x.job_id = j.id ORDER BY x.execution_seq DESC LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT x.* FROM dead_letters x WHERE x.job_id = j.id ORDER BY x.id DESC LIMIT 1) d ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS serving, (count(*) FILTER (WHERE j.handler = ANY (k.handlers)))::int AS able,
           coalesce(sum(k.free) FILTER (WHERE j.handler = ANY (k.handlers)), 0)::int AS free
    FROM live_workers k WHERE k.queues IS NULL OR k.queues && ARRAY[q.name, q.id::text]) s
  WHERE j.id = $1 AND j.project_id = $2`;

export class JobStandingReadModel {
  constructor(private readonly database: Session) {}

  async find(projectId: string, jobId: string): Promise<JobStanding | undefined> {
    const [standing] = await this.database.query<JobStanding>(STANDING, [jobId, projectId]);
    return standing;
  }
}
