-- name: lock-due-schedules
-- purpose: takes the schedules whose next slot has come, oldest first, for the transaction that fires them
-- edges: none
-- params: $1 uuid[] only these schedules, or null for all
-- index: schedules_due
-- locks: schedules, SKIP LOCKED: any number of schedulers share the work, none waits for another
-- cost: one index range; :k rows at most
SELECT s.id, s.project_id AS "projectId", s.queue_id AS "queueId", s.name, s.kind, s.cron, s.interval_ms AS "intervalMs",
       s.once_at AS "onceAt", s.time_zone AS "timeZone", s.handler, s.payload, s.priority, s.max_attempts AS "maxAttempts",
       s.timeout_ms AS "timeoutMs", s.labels, s.missed_policy AS "missedPolicy", s.missed_cap AS "missedCap",
       s.overlap_policy AS "overlapPolicy", s.jitter_ms AS "jitterMs", s.start_at AS "startAt", s.end_at AS "endAt",
       s.next_slot_at AS "nextSlotAt", s.created_at AS "createdAt",
       (SELECT q.deleted_at IS NOT NULL FROM queues q WHERE q.id = s.queue_id) AS "isQueueDeleted",
       (SELECT p.deleted_at IS NOT NULL FROM projects p WHERE p.id = s.project_id) AS "isProjectDeleted",
       now() AS now
FROM schedules s
WHERE s.next_slot_at IS NOT NULL AND s.next_slot_at <= now() AND s.paused_at IS NULL AND s.deleted_at IS NULL
  AND ($1::uuid[] IS NULL OR s.id = ANY ($1::uuid[]))
ORDER BY s.next_slot_at
LIMIT :k
FOR UPDATE OF s SKIP LOCKED
