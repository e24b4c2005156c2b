-- name: lock-limited-queues
-- purpose: the limited queues among the given ones that no other claimer holds right now; held until the claim commits
-- edges: none
-- params: $1 uuid[] queues
-- index: queues primary key
-- locks: queues FOR NO KEY UPDATE SKIP LOCKED in id order (FOR UPDATE would block enqueues)
-- cost: one row lock per queue
SELECT q.id
FROM queues q
WHERE q.id = ANY ($1::uuid[]) AND q.max_concurrency IS NOT NULL AND q.paused_at IS NULL AND q.deleted_at IS NULL
ORDER BY q.id
FOR NO KEY UPDATE SKIP LOCKED
