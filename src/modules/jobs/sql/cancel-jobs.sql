-- name: cancel-jobs
-- purpose: ends waiting jobs at once, with an execution that counts no attempt, and asks the workers of jobs in flight to stop
-- edges: queued → cancelled; scheduled → cancelled
-- params: $1 uuid project_id, $2 uuid[] job_id
-- index: primary key of live_jobs
-- locks: live_jobs in job_id order
-- cost: bounded by the number of ids (200 per batch)
-- rule: PostgreSQL checks constraints on the version that the snapshot sees before it notices a newer one and starts over: the new
--   values are made from the old ones in every version, or a job that moves meanwhile violates live_jobs_state
WITH hit AS MATERIALIZED (
  SELECT l.* FROM (SELECT DISTINCT u.id FROM unnest($2::uuid[]) AS u(id) ORDER BY u.id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.queue_id, x.status, x.execution_seq FROM live_jobs x WHERE x.job_id = d.id AND x.project_id = $1 FOR UPDATE
  ) l
),
ended AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY(SELECT h.job_id FROM hit h WHERE h.status IN ('queued', 'scheduled')))
),
asked AS (
  UPDATE live_jobs l
  SET cancel_requested_at = CASE WHEN l.status IN ('claimed', 'running') THEN coalesce(l.cancel_requested_at, clock_timestamp()) END
  WHERE l.job_id = ANY (ARRAY(SELECT h.job_id FROM hit h WHERE h.status IN ('claimed', 'running')))
),
recorded AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, finished_at, outcome, final_status)
  SELECT h.job_id, h.execution_seq + 1, 0, $1, h.queue_id, clock_timestamp(), 'cancelled', 'cancelled'
  FROM hit h WHERE h.status IN ('queued', 'scheduled')
)
SELECT h.job_id AS id, h.status FROM hit h
