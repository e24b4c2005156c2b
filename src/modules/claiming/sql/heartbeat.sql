-- name: heartbeat
-- purpose: extends the leases that this process still holds, stores progress, answers which are held and which are to be cancelled
-- edges: none
-- params: $1 uuid[] jobs, $2 uuid[] lease tokens, $3 text[] progress as JSON or null, $4 int lease in ms
-- index: live_jobs primary key; lock_expires_at is in no index, so the update is HOT
-- locks: live_jobs in job_id order
-- cost: one HOT update per lease every heartbeat
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS d (job_id, lease_token, progress)
),
held AS MATERIALIZED (
  SELECT l.job_id, l.cancel_requested_at, d.progress
  FROM (SELECT * FROM given ORDER BY job_id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.cancel_requested_at FROM live_jobs x
    WHERE x.job_id = d.job_id AND x.lease_token = d.lease_token FOR UPDATE
  ) l
),
extended AS (
  UPDATE live_jobs l
  SET lock_expires_at = now() + $4::int * interval '1 ms',
      progress = CASE WHEN h.progress IS NULL OR NOT pg_input_is_valid(h.progress, 'jsonb') THEN l.progress ELSE h.progress::jsonb END
  FROM held h
  WHERE l.job_id = h.job_id AND l.job_id = ANY (ARRAY (SELECT k.job_id FROM held k))
)
SELECT h.job_id AS "jobId", h.cancel_requested_at IS NOT NULL AS "isCancelRequested" FROM held h
