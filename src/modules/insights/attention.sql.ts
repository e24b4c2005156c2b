import { PUT_BACK } from '../queues/index.js';

/** So many of a kind are told; who has more sees the first of them. */
export const MOST_OF_A_KIND = 50;
/** Counts stop here. */
export const ATTENTION_CAP = 1_000;
/** Last runs of a schedule that are looked at. */
export const RUNS_EXAMINED = 10;
/** Letters of the last hour, and letters of schedules, are looked for among so many. */
const LETTERS_EXAMINED = 5_000;

/**
 * $1 project. Queues with due jobs that nobody takes: paused ones, and those that no live worker serves. One look per queue at
 * the claim index finds them; only those found are counted.
 */
export const STUCK_QUEUES = `
  WITH live_workers AS MATERIALIZED (
    SELECT k.queues FROM workers k WHERE k.state = 'live' AND k.last_heartbeat_at > now() - interval '1 minute'
  ),
  stuck AS MATERIALIZED (
    SELECT q.id, q.name, q.paused_at, q.paused_reason FROM queues q
    WHERE q.project_id = $1 AND q.deleted_at IS NULL
      AND (q.paused_at IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM live_workers k WHERE k.queues IS NULL OR k.queues && ARRAY[q.name, q.id::text]))
      AND EXISTS (SELECT 1 FROM live_jobs l WHERE l.queue_id = q.id AND l.status = 'queued')
    ORDER BY q.paused_at NULLS FIRST, q.name LIMIT ${MOST_OF_A_KIND}
  )
  SELECT s.id, s.name, s.paused_at AS "pausedAt", s.paused_reason AS "pausedReason", c.n AS count, o.run_at AS "oldestRunAt"
  FROM stuck s
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (
      SELECT 1 FROM live_jobs l WHERE l.queue_id = s.id AND l.status = 'queued' LIMIT ${ATTENTION_CAP + 1}) x
  ) c
  CROSS JOIN LATERAL (
    WITH RECURSIVE priorities(priority) AS (
      (SELECT l.priority FROM live_jobs l WHERE l.queue_id = s.id AND l.status = 'queued' ORDER BY l.priority DESC LIMIT 1)
      UNION ALL
      SELECT (SELECT l.priority FROM live_jobs l WHERE l.queue_id = s.id AND l.status = 'queued' AND l.priority < p.priority
              ORDER BY l.priority DESC LIMIT 1)
      FROM priorities p WHERE p.priority IS NOT NULL)
    SELECT min(x.run_at) AS run_at FROM priorities p CROSS JOIN LATERAL (
      SELECT l.run_at FROM live_jobs l WHERE l.queue_id = s.id AND l.status = 'queued' AND l.priority = p.priority
      ORDER BY l.run_at LIMIT 1) x
  ) o`;

/** Jobs that were put back are asked for their handler, so many of a project at most. */
const PUT_BACK_ASKED = 1_000;

/**
 * $1 project. Queues, neither paused nor without a worker, with jobs that every worker puts back because none offers their handler; by
 * handler, and since the oldest of them was enqueued.
 */
export const UNOFFERED_HANDLERS = `
  WITH live_workers AS MATERIALIZED (
    SELECT k.queues, k.handlers FROM workers k WHERE k.state = 'live' AND k.last_heartbeat_at > now() - interval '1 minute'
  ),
  put_back AS MATERIALIZED (
    SELECT j.queue_id, j.handler, j.created_at
    FROM (SELECT b.job_id FROM (${PUT_BACK}) b WHERE b.project_id = $1 LIMIT ${PUT_BACK_ASKED + 1}) x
    CROSS JOIN LATERAL (SELECT i.queue_id, i.handler, i.created_at FROM jobs i WHERE i.id = x.job_id LIMIT 1) j
  )
  SELECT q.id, q.name, p.handler, count(*) AS count, min(p.created_at) AS since
  FROM put_back p JOIN queues q ON q.id = p.queue_id
  WHERE q.deleted_at IS NULL AND q.paused_at IS NULL
    AND (SELECT bool_or(p.handler = ANY (k.handlers)) FROM live_workers k
         WHERE k.queues IS NULL OR k.queues && ARRAY[q.name, q.id::text]) IS FALSE
  GROUP BY q.id, q.name, p.handler ORDER BY count(*) DESC, q.name LIMIT ${MOST_OF_A_KIND}`;

/**
 * $1 project. Schedules that something speaks against: a slot that failed, one that was skipped because the run before it went on,
 * two runs at once, a letter. Their last runs, newest first, say whether it is so.
 */
export const SUSPECT_SCHEDULES = `
  WITH lettered AS MATERIALIZED (
    SELECT DISTINCT x.schedule_id FROM (
      SELECT d.schedule_id FROM dead_letters d
      WHERE d.project_id = $1 AND d.replayed_at IS NULL AND d.discarded_at IS NULL ORDER BY d.id DESC LIMIT ${LETTERS_EXAMINED}) x
    WHERE x.schedule_id IS NOT NULL
  ),
  suspects AS MATERIALIZED (
    SELECT s.id, s.name, v.n AS live, v.since
    FROM schedules s
    LEFT JOIN LATERAL (
      SELECT r.outcome FROM schedule_runs r WHERE r.schedule_id = s.id ORDER BY r.slot DESC LIMIT 1) r ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, min(x.run_at) AS since FROM (
        SELECT l.run_at FROM live_jobs l WHERE l.schedule_id = s.id LIMIT ${ATTENTION_CAP + 1}) x) v
    WHERE s.project_id = $1 AND s.deleted_at IS NULL AND s.paused_at IS NULL
      AND (r.outcome IN ('failed', 'skipped_overlap') OR v.n >= 2 OR s.id IN (SELECT d.schedule_id FROM lettered d))
    ORDER BY s.id DESC LIMIT ${2 * MOST_OF_A_KIND}
  )
  SELECT s.id, s.name, s.live, s.since, r.runs
  FROM suspects s
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('slot', x.slot, 'outcome', x.outcome, 'status', t.status) ORDER BY x.slot DESC), '[]') AS runs
    FROM (SELECT y.slot, y.outcome, y.job_id FROM schedule_runs y WHERE y.schedule_id = s.id ORDER BY y.slot DESC LIMIT ${RUNS_EXAMINED}) x
    LEFT JOIN LATERAL (SELECT v.status FROM job_statuses v WHERE v.job_id = x.job_id LIMIT 1) t ON x.job_id IS NOT NULL
  ) r
  ORDER BY s.name`;

/** $1 project, $2 lowest id of the last hour. Open letters that have come in the last hour, by queue. */
export const GROWING_LETTERS = `
  SELECT x.queue_id AS id, (SELECT q.name FROM queues q WHERE q.id = x.queue_id) AS name, count(*) AS count, min(x.created_at) AS since
  FROM (
    SELECT d.queue_id, d.created_at FROM dead_letters d
    WHERE d.project_id = $1 AND d.replayed_at IS NULL AND d.discarded_at IS NULL AND d.id >= $2
    ORDER BY d.id DESC LIMIT ${LETTERS_EXAMINED}) x
  WHERE x.created_at > now() - interval '1 hour'
  GROUP BY x.queue_id ORDER BY count(*) DESC LIMIT ${MOST_OF_A_KIND}`;

/** $1 project. Workers that died in the last hour, of those that served the project. */
export const DEAD_WORKERS = `
  SELECT k.id, k.last_heartbeat_at AS since
  FROM workers k
  WHERE k.last_heartbeat_at > now() - interval '1 hour'
    AND (k.state = 'dead' OR (k.state IN ('live', 'draining') AND k.last_heartbeat_at < now() - interval '1 minute'))
    AND (k.queues IS NULL OR k.queues && ARRAY (
      SELECT u.name FROM queues q CROSS JOIN LATERAL (VALUES (q.name), (q.id::text)) u (name)
      WHERE q.project_id = $1 AND q.deleted_at IS NULL))
  ORDER BY k.last_heartbeat_at DESC LIMIT ${MOST_OF_A_KIND}`;

/** $1 project. Keys that expire within two weeks, or did in the last day. */
export const EXPIRING_KEYS = `
  SELECT k.id, k.name, k.expires_at AS "expiresAt", k.expires_at <= now() AS "hasExpired"
  FROM api_keys k
  WHERE k.project_id = $1 AND k.revoked_at IS NULL
    AND k.expires_at BETWEEN now() - interval '1 day' AND now() + interval '14 days'
  ORDER BY k.expires_at LIMIT ${MOST_OF_A_KIND}`;
