-- name: register-worker
-- purpose: one row for this boot of a worker process
-- edges: none
-- params: $1 uuid id, $2 text host, $3 int pid, $4 text version, $5 text[] queues or null, $6 text[] handlers, $7 int capacity
-- index: workers primary key
-- locks: none
-- cost: once per boot
INSERT INTO workers (id, host, pid, version, queues, handlers, capacity)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET state = 'live', last_heartbeat_at = now()
