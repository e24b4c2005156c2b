-- name: drop-live-jobs-of-deleted-queue
-- purpose: waiting jobs of a deleted queue end with it; those in flight are asked to stop and go in a later walk
-- edges: queued → cancelled; scheduled → cancelled
-- params: $1 uuid[] jobs, locked before in the same transaction
-- index: live_jobs primary key
-- locks: live_jobs in job_id order, SKIP LOCKED
-- cost: bounded by the number of jobs
WITH locked AS MATERIALIZED (
  SELECT l.job_id, l.status, l.cancel_requested_at
  FROM (SELECT d.id FROM unnest($1::uuid[]) AS d (id) ORDER BY d.id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.status, x.cancel_requested_at FROM live_jobs x WHERE x.job_id = d.id FOR UPDATE SKIP LOCKED
  ) l
),
dropped AS (
  DELETE FROM live_jobs l
  WHERE l.job_id = ANY (ARRAY (SELECT k.job_id FROM locked k WHERE k.status IN ('queued', 'scheduled')))
),
asked AS (
  UPDATE live_jobs l SET cancel_requested_at = now()
  WHERE l.job_id = ANY (ARRAY (SELECT k.job_id FROM locked k WHERE k.status IN ('claimed', 'running') AND k.cancel_requested_at IS NULL))
)
SELECT k.job_id AS "jobId" FROM locked k WHERE k.status IN ('claimed', 'running') AND k.cancel_requested_at IS NULL
