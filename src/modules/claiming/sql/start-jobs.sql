-- name: start-jobs
-- purpose: says that the handlers of these claimed jobs have started; answers the jobs whose lease is still held
-- edges: claimed → running
-- params: $1 uuid[] jobs, $2 uuid[] lease tokens, $3 float8[] milliseconds since each handler started
-- index: live_jobs primary key
-- locks: live_jobs in job_id order
-- cost: only jobs that run longer than 100 ms, and suspects, come here
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::float8[]) AS d (job_id, lease_token, started_ago_ms)
),
held AS MATERIALIZED (
  SELECT l.job_id, d.started_ago_ms
  FROM (SELECT * FROM given ORDER BY job_id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id FROM live_jobs x WHERE x.job_id = d.job_id AND x.lease_token = d.lease_token FOR UPDATE
  ) l
),
started AS (
  UPDATE live_jobs l
  SET status = 'running', started_at = greatest(l.claimed_at, now() - h.started_ago_ms * interval '1 ms')
  FROM held h
  WHERE l.job_id = h.job_id AND l.status = 'claimed' AND l.job_id = ANY (ARRAY (SELECT k.job_id FROM held k))
)
SELECT h.job_id AS "jobId" FROM held h
