-- name: purge-worker-heartbeats
-- purpose: heartbeats are kept for a day; the last one stands on the worker's own row
-- edges: none
-- params: none; :k rows of each worker at most
-- index: worker_heartbeats primary key
-- locks: the rows it deletes
-- cost: one index range for each worker
WITH doomed AS MATERIALIZED (
  SELECT h.worker_id, h.beat_at
  FROM workers w
  CROSS JOIN LATERAL (
    SELECT x.worker_id, x.beat_at FROM worker_heartbeats x
    WHERE x.worker_id = w.id AND x.beat_at < now() - interval '1 day' ORDER BY x.beat_at LIMIT :k
  ) h
),
gone AS (
  DELETE FROM worker_heartbeats h USING doomed d WHERE h.worker_id = d.worker_id AND h.beat_at = d.beat_at
  RETURNING 1
)
SELECT count(*)::int AS purged FROM gone
