import { sumOfCounts } from '../../platform/database/index.js';
import { CLAIM_ORDER, FLIGHT_ORDER, PUT_BACK, scheduledOf } from './live-jobs.sql.js';

interface Bounds {
  /** Counts stop here. */
  readonly cap: number;
  /** Scheduled jobs are in no index by queue: this many of the queue's project are looked at. */
  readonly scheduledExamined: number;
}

/** A worker that has not beaten for so long does not count as live, even while nobody has marked it dead. */
const WORKER_SILENT = `interval '1 minute'`;
/** Figures of what has ended go so far back. */
const WINDOW = `interval '1 hour'`;

/** Of a queue these many jobs that were put back, and of those that wait, are asked for their handler. */
const PUT_BACK_ASKED = 20;
const WAITING_ASKED = 5;

/** Does the live worker `k` serve the queue `w`? */
const SERVES = '(k.queues IS NULL OR k.queues && ARRAY[w.name, w.id::text])';

/** Of the queue `w`. */
const CONSUMERS = `
  SELECT count(*)::int AS workers, coalesce(sum(k.capacity), 0)::int AS slots,
         coalesce(sum(greatest(0, k.capacity - k.in_flight)), 0)::int AS free
  FROM live_workers k WHERE ${SERVES}`;

/** Of the queue `w`: handlers of a few of its jobs that no live worker offers, and whether one of those that are ready has a handler. */
const HANDLERS = `
  SELECT coalesce(array_agg(DISTINCT h.handler) FILTER (WHERE NOT h.is_offered), '{}') AS missing,
         coalesce(bool_or(x.is_ready AND h.is_offered), false) AS "isReadyOffered"
  FROM (
    SELECT u.job_id, false AS is_ready FROM unnest(b.jobs) u (job_id)
    UNION ALL
    (SELECT l.job_id, true FROM live_jobs l WHERE l.queue_id = w.id AND l.status = 'queued'
     ORDER BY ${CLAIM_ORDER} LIMIT ${WAITING_ASKED})) x
  CROSS JOIN LATERAL (
    SELECT j.handler, EXISTS (SELECT 1 FROM live_workers k WHERE j.handler = ANY (k.handlers) AND ${SERVES}) AS is_offered
    FROM jobs j WHERE j.id = x.job_id LIMIT 1) h`;

/** Of the queue `w`: when the job that waits longest was due. */
const OLDEST_READY = `
  WITH RECURSIVE priorities(priority) AS (
    (SELECT l.priority FROM live_jobs l WHERE l.queue_id = w.id AND l.status = 'queued' ORDER BY l.priority DESC LIMIT 1)
    UNION ALL
    SELECT (SELECT l.priority FROM live_jobs l WHERE l.queue_id = w.id AND l.status = 'queued' AND l.priority < p.priority
            ORDER BY l.priority DESC LIMIT 1)
    FROM priorities p WHERE p.priority IS NOT NULL)
  SELECT min(x.run_at) AS run_at FROM priorities p CROSS JOIN LATERAL (
    SELECT l.run_at FROM live_jobs l WHERE l.queue_id = w.id AND l.status = 'queued' AND l.priority = p.priority
    ORDER BY l.run_at LIMIT 1) x`;

const LAST_HOUR = `
  SELECT coalesce(sum(s.completed), 0)::int8 AS completed, coalesce(sum(s.failed), 0)::int8 AS failed,
         coalesce(sum(s.timed_out), 0)::int8 AS "timedOut", coalesce(sum(s.cancelled), 0)::int8 AS cancelled,
         coalesce(sum(s.released), 0)::int8 AS released, coalesce(sum(s.lease_expired), 0)::int8 AS "leaseExpired",
         coalesce(sum(s.dead_lettered), 0)::int8 AS "deadLettered",
         ${sumOfCounts('s.wait_packed', 's.wait_buckets')} AS waits,
         ${sumOfCounts('s.run_packed', 's.run_buckets')} AS runs
  FROM queue_stats s WHERE s.queue_id = w.id AND s.minute > now() - ${WINDOW}`;

/**
 * $1 ids of queues. Bounded whatever their depth: counts stop at their cap. The oldest ready job is found priority by priority on
 * the claim index (a loose scan: one look per priority in use), not by the minimum over all that wait.
 * Measured with 1,000 queues and 5,000,000 jobs of a week: 50 queues in 13 ms, 100 in 17 ms, answer included.
 */
export const statsStatement = ({ cap, scheduledExamined }: Bounds): string => `
  WITH wanted AS MATERIALIZED (
    SELECT q.id, q.name, q.project_id FROM queues q WHERE q.id = ANY ($1::uuid[])
  ),
  scheduled AS MATERIALIZED (
    SELECT s.queue_id FROM (SELECT DISTINCT x.project_id FROM wanted x) p CROSS JOIN LATERAL (
      ${scheduledOf('p.project_id')} LIMIT ${scheduledExamined}) s
    LIMIT ${scheduledExamined}
  ),
  delayed AS MATERIALIZED (
    SELECT s.queue_id, count(*) AS n FROM scheduled s GROUP BY s.queue_id
  ),
  live_workers AS MATERIALIZED (
    SELECT k.queues, k.handlers, k.capacity, k.in_flight FROM workers k
    WHERE k.state = 'live' AND k.last_heartbeat_at > now() - ${WORKER_SILENT}
  ),
  put_back AS MATERIALIZED (
    SELECT b.queue_id, (array_agg(b.job_id))[1:${PUT_BACK_ASKED}] AS jobs FROM (${PUT_BACK}) b
    WHERE b.queue_id = ANY ($1::uuid[]) GROUP BY b.queue_id
  )
  SELECT w.id AS "queueId", d.queued, coalesce(y.n, 0) AS scheduled,
    (SELECT coalesce(sum(y.n), 0) = ${scheduledExamined} FROM delayed y) AS "isScheduledCut", f.claimed, f.running,
    CASE WHEN o.run_at IS NOT NULL THEN greatest(0, extract(epoch FROM now() - o.run_at))::float8 END AS "oldestReadyAgeSeconds",
    c.workers AS "liveWorkers", c.slots, c.free AS "freeSlots", g.missing AS "missingHandlers", g."isReadyOffered", h.*
  FROM wanted w
  LEFT JOIN delayed y ON y.queue_id = w.id
  LEFT JOIN put_back b ON b.queue_id = w.id
  CROSS JOIN LATERAL (
    SELECT count(*) AS queued FROM (
      SELECT 1 FROM live_jobs l WHERE l.queue_id = w.id AND l.status = 'queued'
      ORDER BY ${CLAIM_ORDER} LIMIT ${cap + 1}) x
  ) d
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE x.status = 'claimed') AS claimed, count(*) FILTER (WHERE x.status = 'running') AS running FROM (
      SELECT l.status FROM live_jobs l WHERE l.queue_id = w.id AND l.status IN ('claimed', 'running')
      ORDER BY ${FLIGHT_ORDER} LIMIT ${2 * (cap + 1)}) x
  ) f
  CROSS JOIN LATERAL (${OLDEST_READY}) o
  CROSS JOIN LATERAL (${CONSUMERS}) c
  CROSS JOIN LATERAL (${HANDLERS}) g
  CROSS JOIN LATERAL (${LAST_HOUR}) h`;
