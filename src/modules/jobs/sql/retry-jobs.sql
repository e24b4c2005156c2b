-- name: retry-jobs
-- purpose: makes scheduled jobs (those that back off included) due now
-- edges: scheduled → queued
-- params: $1 uuid project_id, $2 uuid[] job_id
-- index: primary key of live_jobs
-- locks: live_jobs in job_id order
-- cost: bounded by the number of ids (200 per batch)
WITH hit AS MATERIALIZED (
  SELECT l.* FROM (SELECT DISTINCT u.id FROM unnest($2::uuid[]) AS u(id) ORDER BY u.id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.queue_id, x.status FROM live_jobs x WHERE x.job_id = d.id AND x.project_id = $1 FOR UPDATE
  ) l
),
due AS (
  UPDATE live_jobs l SET status = 'queued', run_at = clock_timestamp()
  WHERE l.job_id = ANY (ARRAY(SELECT h.job_id FROM hit h WHERE h.status = 'scheduled'))
)
SELECT h.job_id AS id, h.status, h.queue_id AS "queueId" FROM hit h
