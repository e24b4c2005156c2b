-- name: drop-live-jobs-of-deleted-queue
-- purpose: waiting jobs of a deleted queue end with it; those in flight end by themselves and go in a later walk
-- edges: queued → cancelled; scheduled → cancelled
-- params: $1 uuid[] jobs, locked before in the same transaction
-- index: live_jobs primary key
-- locks: live_jobs in job_id order, SKIP LOCKED
-- cost: bounded by the number of jobs
-- rule: the job and its whole history go in the same transaction, so there is no execution to write
WITH waiting AS MATERIALIZED (
  SELECT l.job_id
  FROM (SELECT d.id FROM unnest($1::uuid[]) AS d (id) ORDER BY d.id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id FROM live_jobs x WHERE x.job_id = d.id AND x.status IN ('queued', 'scheduled') FOR UPDATE SKIP LOCKED
  ) l
)
DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY (SELECT w.job_id FROM waiting w))
