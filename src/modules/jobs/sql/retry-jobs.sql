-- name: retry-jobs
-- purpose: makes scheduled jobs (those that back off included) due now
-- edges: scheduled → queued
-- params: $1 uuid project_id, $2 uuid[] job_id
-- index: primary key of live_jobs
-- locks: live_jobs in job_id order
-- cost: bounded by the number of ids (200 per batch)
-- rule: PostgreSQL checks constraints on the version that the snapshot sees before it notices a newer one and starts over: the new
--   values are made from the old ones in every version, or a job that moves meanwhile violates live_jobs_state
WITH hit AS MATERIALIZED (
  SELECT l.* FROM (SELECT DISTINCT u.id FROM unnest($2::uuid[]) AS u(id) ORDER BY u.id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.queue_id, x.status FROM live_jobs x WHERE x.job_id = d.id AND x.project_id = $1 FOR UPDATE
  ) l
),
due AS (
  UPDATE live_jobs l
  SET status = CASE l.status WHEN 'scheduled' THEN 'queued'::live_status ELSE l.status END,
      run_at = CASE l.status WHEN 'scheduled' THEN clock_timestamp() ELSE l.run_at END
  WHERE l.job_id = ANY (ARRAY(SELECT h.job_id FROM hit h WHERE h.status = 'scheduled'))
)
SELECT h.job_id AS id, h.status, h.queue_id AS "queueId" FROM hit h
