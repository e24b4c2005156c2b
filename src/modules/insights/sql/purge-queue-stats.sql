-- name: purge-queue-stats
-- purpose: roll-ups are kept for 30 days
-- edges: none
-- params: none; :k rows of each queue and project at most
-- index: queue_stats primary key
-- locks: the rows it deletes, SKIP LOCKED
-- cost: one index range for each queue and project
WITH doomed AS MATERIALIZED (
  SELECT s.queue_id, s.minute
  FROM (SELECT x.id FROM queues x UNION ALL SELECT x.id FROM projects x) q
  CROSS JOIN LATERAL (
    SELECT t.queue_id, t.minute FROM queue_stats t
    WHERE t.queue_id = q.id AND t.minute < now() - interval '30 days' ORDER BY t.minute LIMIT :k FOR UPDATE SKIP LOCKED
  ) s
),
gone AS (
  DELETE FROM queue_stats t USING doomed d WHERE t.queue_id = d.queue_id AND t.minute = d.minute
  RETURNING 1
)
SELECT count(*)::int AS purged FROM gone
