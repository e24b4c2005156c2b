-- name: find-enqueued-jobs
-- purpose: says which job stands behind a key, or behind an id that was sent before; a statement of its own, because the snapshot of
--   enqueue-jobs cannot see a key that was committed while it waited
-- edges: none
-- params: $1 uuid[] id, $2 uuid[] queue_id, $3 text[] key or null
-- index: primary keys of idempotency_keys, jobs, live_jobs, job_executions
-- locks: none
-- cost: four look-ups per item
SELECT d.id AS "sentId", j.id AS "jobId", k.request_hash AS "requestHash", j.created_at AS "createdAt",
  coalesce(l.status::text, e.final_status::text) AS status, l.run_at AS "runAt"
FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS d(id, queue_id, key)
LEFT JOIN LATERAL (
  SELECT x.job_id, x.request_hash FROM idempotency_keys x WHERE x.queue_id = d.queue_id AND x.key = d.key LIMIT 1
) k ON true
CROSS JOIN LATERAL (
  SELECT x.id, x.created_at FROM jobs x WHERE x.id = CASE WHEN d.key IS NULL THEN d.id ELSE k.job_id END LIMIT 1
) j
LEFT JOIN LATERAL (SELECT x.status, x.run_at FROM live_jobs x WHERE x.job_id = j.id LIMIT 1) l ON true
LEFT JOIN LATERAL (
  SELECT x.final_status FROM job_executions x WHERE x.job_id = j.id AND l.status IS NULL ORDER BY x.execution_seq DESC LIMIT 1
) e ON true
