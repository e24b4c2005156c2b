-- name: roll-up-queue-stats
-- purpose: counts the executions of some minutes by queue and outcome, with their latencies as histograms, and puts them in place; a
--   project has rows of its own, under its own id: a chart of its day reads 1,440 rows, however many queues it has
-- edges: none
-- params: $1 timestamptz first minute, $2 timestamptz end (not included), $3 float8[] bounds of the latency scale, in ms
-- index: job_executions_finished (BRIN)
-- locks: queue_stats in key order: schedulers that do the same at the same time cannot deadlock
-- cost: the executions of the minutes
-- rule: run = from the start to the end of an attempt that started and was heard of to its end: of a lost one only the instant is known
--   at which it was missed, long after a timeout may have passed. wait = from the instant the attempt was due to its claim: neither a
--   delay that was asked for nor a backoff is a wait
-- note: packed = the histogram as one number, ten digits for each bucket, which one sum() adds up (rota_packed_counts)
WITH ended AS MATERIALIZED (
  SELECT e.queue_id, e.project_id, date_trunc('minute', e.finished_at) AS minute, e.outcome, e.final_status,
         CASE WHEN e.started_at IS NOT NULL AND e.outcome <> 'lease_expired'
           THEN width_bucket(extract(epoch FROM e.finished_at - e.started_at)::float8 * 1000, $3::float8[]) END AS run_bucket,
         CASE WHEN e.claimed_at IS NOT NULL AND e.due_at IS NOT NULL
           THEN width_bucket(greatest(0, extract(epoch FROM e.claimed_at - e.due_at)::float8) * 1000, $3::float8[]) END AS wait_bucket
  FROM job_executions e
  WHERE e.finished_at >= $1::timestamptz AND e.finished_at < $2::timestamptz
),
counted AS (
  SELECT d.queue_id, d.minute, d.project_id,
         count(*) FILTER (WHERE d.outcome = 'completed') AS completed,
         count(*) FILTER (WHERE d.outcome = 'failed') AS failed,
         count(*) FILTER (WHERE d.outcome = 'timed_out') AS timed_out,
         count(*) FILTER (WHERE d.outcome = 'cancelled') AS cancelled,
         count(*) FILTER (WHERE d.outcome = 'released') AS released,
         count(*) FILTER (WHERE d.outcome = 'lease_expired') AS lease_expired,
         count(*) FILTER (WHERE d.final_status = 'dead_letter') AS dead_lettered
  FROM ended d GROUP BY d.queue_id, d.minute, d.project_id
),
wait_counts AS MATERIALIZED (
  SELECT d.queue_id, d.minute, d.project_id, d.wait_bucket AS bucket, count(*) AS n
  FROM ended d WHERE d.wait_bucket IS NOT NULL GROUP BY 1, 2, 3, 4
),
run_counts AS MATERIALIZED (
  SELECT d.queue_id, d.minute, d.project_id, d.run_bucket AS bucket, count(*) AS n
  FROM ended d WHERE d.run_bucket IS NOT NULL GROUP BY 1, 2, 3, 4
),
-- The rows of the queues, and those of their projects from the same counts.
totals AS (
  SELECT c.* FROM counted c
  UNION ALL
  SELECT c.project_id, c.minute, c.project_id, sum(c.completed), sum(c.failed), sum(c.timed_out), sum(c.cancelled), sum(c.released),
         sum(c.lease_expired), sum(c.dead_lettered)
  FROM counted c GROUP BY c.project_id, c.minute
),
waits AS (
  SELECT x.id, x.minute, jsonb_object_agg(x.bucket, x.n) AS counts, sum((x.n || repeat('0', 10 * x.bucket))::numeric) AS packed
  FROM (
    SELECT w.queue_id AS id, w.minute, w.bucket, w.n FROM wait_counts w
    UNION ALL
    SELECT w.project_id, w.minute, w.bucket, sum(w.n) FROM wait_counts w GROUP BY 1, 2, 3
  ) x GROUP BY x.id, x.minute
),
runs AS (
  SELECT x.id, x.minute, jsonb_object_agg(x.bucket, x.n) AS counts, sum((x.n || repeat('0', 10 * x.bucket))::numeric) AS packed
  FROM (
    SELECT r.queue_id AS id, r.minute, r.bucket, r.n FROM run_counts r
    UNION ALL
    SELECT r.project_id, r.minute, r.bucket, sum(r.n) FROM run_counts r GROUP BY 1, 2, 3
  ) x GROUP BY x.id, x.minute
)
INSERT INTO queue_stats (queue_id, minute, project_id, completed, failed, timed_out, cancelled, released, lease_expired, dead_lettered,
                         wait_buckets, run_buckets, wait_packed, run_packed)
SELECT c.queue_id, c.minute, c.project_id, c.completed, c.failed, c.timed_out, c.cancelled, c.released, c.lease_expired, c.dead_lettered,
       ARRAY (SELECT coalesce((w.counts ->> b::text)::int, 0) FROM generate_series(0, cardinality($3::float8[])) b ORDER BY b),
       ARRAY (SELECT coalesce((r.counts ->> b::text)::int, 0) FROM generate_series(0, cardinality($3::float8[])) b ORDER BY b),
       coalesce(w.packed, 0), coalesce(r.packed, 0)
FROM totals c
LEFT JOIN waits w ON w.id = c.queue_id AND w.minute = c.minute
LEFT JOIN runs r ON r.id = c.queue_id AND r.minute = c.minute
ORDER BY c.queue_id, c.minute
ON CONFLICT (queue_id, minute) DO UPDATE
SET completed = excluded.completed, failed = excluded.failed, timed_out = excluded.timed_out, cancelled = excluded.cancelled,
    released = excluded.released, lease_expired = excluded.lease_expired, dead_lettered = excluded.dead_lettered,
    wait_buckets = excluded.wait_buckets, run_buckets = excluded.run_buckets,
    wait_packed = excluded.wait_packed, run_packed = excluded.run_packed
