import { sumOfCounts } from '../../platform/database/index.js';
import { CLAIM_ORDER, FLIGHT_ORDER, scheduledOf } from '../queues/index.js';

const LIMIT = 10_001;

/** Histograms of the window, added up. A project has roll-ups of its own, under its own id. */
const LATENCIES = `
  SELECT ${sumOfCounts('s.wait_packed', 's.wait_buckets')} AS waits, ${sumOfCounts('s.run_packed', 's.run_buckets')} AS runs
  FROM queue_stats s WHERE s.queue_id = $1 AND s.minute > now() - least($2::int, 60) * interval '1 minute'`;

/**
 * $1 project, $2 window in minutes. Counts stop at their cap: the limit stands outside of the look at each queue, which is lazy. The
 * oldest ready job is found queue by queue and priority by priority on the claim index.
 */
export const NOW = `
  WITH own AS MATERIALIZED (
    SELECT q.id, q.name FROM queues q WHERE q.project_id = $1 AND q.deleted_at IS NULL
  ),
  flight AS MATERIALIZED (
    SELECT f.status FROM own o CROSS JOIN LATERAL (
      SELECT l.status FROM live_jobs l WHERE l.queue_id = o.id AND l.status IN ('claimed', 'running')
      ORDER BY ${FLIGHT_ORDER} LIMIT ${2 * LIMIT}) f
    LIMIT ${2 * LIMIT}
  ),
  scheduled AS MATERIALIZED (
    ${scheduledOf('$1::uuid')} LIMIT ${LIMIT}
  )
  SELECT now() AS "takenAt",
    (SELECT count(*) FROM (
       SELECT 1 FROM own o CROSS JOIN LATERAL (
         SELECT 1 FROM live_jobs l WHERE l.queue_id = o.id AND l.status = 'queued' ORDER BY ${CLAIM_ORDER} LIMIT ${LIMIT}) x LIMIT ${LIMIT}) c) AS backlog,
    (SELECT CASE WHEN min(r.run_at) IS NOT NULL THEN greatest(0, extract(epoch FROM now() - min(r.run_at)))::float8 END FROM own o CROSS JOIN LATERAL (
       WITH RECURSIVE priorities(priority) AS (
         (SELECT l.priority FROM live_jobs l WHERE l.queue_id = o.id AND l.status = 'queued' ORDER BY l.priority DESC LIMIT 1)
         UNION ALL
         SELECT (SELECT l.priority FROM live_jobs l WHERE l.queue_id = o.id AND l.status = 'queued' AND l.priority < p.priority
                 ORDER BY l.priority DESC LIMIT 1)
         FROM priorities p WHERE p.priority IS NOT NULL)
       SELECT min(f.run_at) AS run_at FROM priorities p CROSS JOIN LATERAL (
         SELECT l.run_at FROM live_jobs l WHERE l.queue_id = o.id AND l.status = 'queued' AND l.priority = p.priority
         ORDER BY l.run_at LIMIT 1) f) r) AS "oldestReadyAgeSeconds",
    (SELECT count(*) FROM scheduled) AS scheduled,
    (SELECT count(*) FROM flight f WHERE f.status = 'claimed') AS claimed,
    (SELECT count(*) FROM flight f WHERE f.status = 'running') AS running,
    (SELECT coalesce(sum(w.capacity), 0)::int FROM workers w
     WHERE w.state = 'live' AND (w.queues IS NULL OR w.queues && ARRAY (SELECT o.name FROM own o UNION ALL SELECT o.id::text FROM own o))) AS slots,
    (SELECT count(*) FROM (
       SELECT 1 FROM dead_letters d WHERE d.project_id = $1 AND d.replayed_at IS NULL AND d.discarded_at IS NULL LIMIT ${LIMIT}) c)
      AS "deadLettersOpen",
    h.waits, h.runs
  FROM (${LATENCIES}) h`;

/** $1 project, $2 window in minutes. */
export const MINUTES = `
  SELECT s.minute, s.completed, s.failed, s.timed_out AS "timedOut", s.cancelled, s.released, s.lease_expired AS "leaseExpired",
         s.dead_lettered AS "deadLettered"
  FROM queue_stats s
  WHERE s.queue_id = $1 AND s.minute > now() - $2::int * interval '1 minute'
  ORDER BY s.minute`;
