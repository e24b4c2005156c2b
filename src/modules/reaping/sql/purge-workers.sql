-- name: purge-workers
-- purpose: forgets workers that have been dead or stopped for a week
-- edges: none
-- params: none; :k rows at most
-- index: none: a row per boot of a worker
-- locks: workers, SKIP LOCKED
-- cost: one scan of a small table; their heartbeats are gone long before
WITH doomed AS MATERIALIZED (
  SELECT w.id FROM workers w
  WHERE w.state IN ('dead', 'stopped') AND w.last_heartbeat_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM worker_heartbeats h WHERE h.worker_id = w.id)
  ORDER BY w.id LIMIT :k
  FOR UPDATE SKIP LOCKED
),
gone AS (
  DELETE FROM workers w WHERE w.id = ANY (ARRAY (SELECT d.id FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
