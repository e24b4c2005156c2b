-- name: lock-dead-letters
-- purpose: locks the letters that somebody wants to replay or discard: of two at once, the second sees what the first has done
-- edges: none
-- params: $1 uuid project_id, $2 uuid[] id
-- index: primary keys of dead_letters and queues
-- locks: dead_letters in id order
-- cost: bounded by the number of ids (200 per batch)
SELECT d.*, (SELECT q.deleted_at IS NULL FROM queues q WHERE q.id = d."queueId") IS TRUE AS "hasQueue"
FROM (SELECT DISTINCT u.id FROM unnest($2::uuid[]) AS u(id) ORDER BY u.id) i
CROSS JOIN LATERAL (
  SELECT x.id, x.job_id AS "jobId", x.project_id AS "projectId", x.queue_id AS "queueId", x.handler, x.payload::text AS "payloadJson",
    x.labels, x.priority, x.max_attempts AS "maxAttempts", x.timeout_ms AS "timeoutMs", x.schedule_id AS "scheduleId", x.slot,
    x.traceparent, x.replay_count AS "replayCount", x.replayed_at AS "replayedAt", x.discarded_at AS "discardedAt"
  FROM dead_letters x WHERE x.id = i.id AND x.project_id = $1 FOR UPDATE
) d
