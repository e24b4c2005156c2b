-- name: stop-worker
-- purpose: says that this process ended by itself
-- edges: none
-- params: $1 uuid worker
-- index: workers primary key
-- locks: the worker's own row
-- cost: once per boot
UPDATE workers SET state = 'stopped', stopped_at = now(), in_flight = 0, last_heartbeat_at = now() WHERE id = $1
