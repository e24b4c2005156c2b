-- name: reschedule-job
-- purpose: moves a job that waits for its time to another instant; an instant that has come makes it queued
-- edges: scheduled → queued
-- params: $1 uuid project_id, $2 uuid job_id, $3 timestamptz run_at
-- index: primary key of live_jobs
-- locks: one row of live_jobs
-- cost: one row
-- rule: PostgreSQL checks constraints on the version that the snapshot sees before it notices a newer one and starts over: the new
--   values are made from the old ones in every version, or a job that moves meanwhile violates live_jobs_state
WITH hit AS MATERIALIZED (
  SELECT x.job_id, x.queue_id, x.status, x.run_at FROM live_jobs x WHERE x.job_id = $2 AND x.project_id = $1 FOR UPDATE
),
moved AS (
  UPDATE live_jobs l
  SET run_at = greatest($3::timestamptz, clock_timestamp()),
      status = CASE WHEN l.status = 'scheduled' AND $3::timestamptz <= clock_timestamp() THEN 'queued'::live_status ELSE l.status END
  WHERE l.job_id = ANY (ARRAY(SELECT h.job_id FROM hit h WHERE h.status = 'scheduled'))
  RETURNING l.status, l.run_at
)
SELECT h.job_id AS id, h.status AS "statusBefore", h.run_at AS "runAtBefore", h.queue_id AS "queueId", m.status, m.run_at AS "runAt"
FROM hit h LEFT JOIN moved m ON true
