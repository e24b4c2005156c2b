-- name: beat-worker
-- purpose: says that this process lives, what it holds, and how its event loop fares
-- edges: none
-- params: $1 uuid worker, $2 int jobs in flight, $3 text state (live or draining), $4 int event loop lag in ms, $5 bigint resident bytes
-- index: workers primary key; the update is HOT
-- locks: the worker's own row
-- cost: one row per heartbeat and worker; the history is pruned after a day
WITH beat AS (
  UPDATE workers w SET last_heartbeat_at = now(), in_flight = $2, state = $3::worker_state, stopped_at = NULL
  WHERE w.id = $1
  RETURNING w.id
)
INSERT INTO worker_heartbeats (worker_id, beat_at, in_flight, event_loop_lag_ms, rss_bytes)
SELECT b.id, now(), $2, $4, $5::bigint FROM beat b
ON CONFLICT DO NOTHING
