-- name: mark-dead-workers
-- purpose: workers that have been silent for a lease are dead; one that beats again is live again by its own beat
-- edges: none
-- params: $1 int lease in ms
-- index: none: a row per boot of a worker, pruned after a week
-- locks: workers, SKIP LOCKED: a row that is held is beating
-- cost: one scan of a small table
WITH silent AS MATERIALIZED (
  SELECT w.id FROM workers w
  WHERE w.state IN ('live', 'draining') AND w.last_heartbeat_at < now() - $1::int * interval '1 ms'
  ORDER BY w.id
  FOR UPDATE SKIP LOCKED
)
UPDATE workers w SET state = 'dead', in_flight = 0 WHERE w.id = ANY (ARRAY (SELECT s.id FROM silent s))
RETURNING w.id, w.last_heartbeat_at AS "lastHeartbeatAt"
