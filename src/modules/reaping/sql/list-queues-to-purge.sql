-- name: list-queues-to-purge
-- purpose: all queues with their retention; deleted ones, or those of a deleted project, are emptied whatever the age
-- edges: none
-- params: none
-- index: none: queues are few
-- locks: none
-- cost: one scan of a small table
SELECT q.id, q.retention_seconds AS "retentionSeconds", q.dead_letter_retention_seconds AS "deadLetterRetentionSeconds",
       q.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL AS "isDeleted", now() AS now
FROM queues q
JOIN projects p ON p.id = q.project_id
ORDER BY q.id
