-- name: release-jobs
-- purpose: gives jobs back with the attempt refunded (drain, unknown handler); one that was asked to be cancelled ends cancelled
-- edges: claimed → queued; running → queued; claimed → scheduled; running → cancelled; claimed → cancelled
-- params: $1 uuid[] jobs, $2 uuid[] lease tokens, $3 float8[] milliseconds until each may run again (0: queued at its old place),
--   $4 float8[] milliseconds since the handler started, null where it did not
-- index: live_jobs primary key
-- locks: live_jobs in job_id order
-- cost: drain and unknown handlers only
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::float8[], $4::float8[]) AS d (job_id, lease_token, delay_ms, started_ago_ms)
),
held AS MATERIALIZED (
  SELECT l.*, d.delay_ms,
         CASE WHEN d.started_ago_ms IS NOT NULL
           THEN greatest(l.claimed_at, coalesce(l.started_at, clock_timestamp() - d.started_ago_ms * interval '1 ms'))
         END AS began_at
  FROM (SELECT * FROM given ORDER BY job_id) d
  CROSS JOIN LATERAL (
    SELECT x.* FROM live_jobs x WHERE x.job_id = d.job_id AND x.lease_token = d.lease_token FOR UPDATE
  ) l
),
cancelled AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY (SELECT h.job_id FROM held h WHERE h.cancel_requested_at IS NOT NULL))
),
released AS (
  UPDATE live_jobs l
  SET status = CASE WHEN h.delay_ms > 0 THEN 'scheduled'::live_status ELSE 'queued'::live_status END,
      run_at = CASE WHEN h.delay_ms > 0 THEN now() + h.delay_ms * interval '1 ms' ELSE l.run_at END,
      attempt = greatest(0, l.attempt - 1),
      lease_token = NULL, worker_id = NULL, claimed_at = NULL, started_at = NULL, lock_expires_at = NULL, progress = NULL
  FROM held h
  WHERE l.job_id = h.job_id AND h.cancel_requested_at IS NULL
    AND l.job_id = ANY (ARRAY (SELECT k.job_id FROM held k WHERE k.cancel_requested_at IS NULL))
),
recorded AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at,
                              started_at, finished_at, outcome, final_status, attempt_refunded)
  SELECT h.job_id, h.execution_seq, h.attempt, h.project_id, h.queue_id, h.worker_id, h.lease_token, h.run_at, h.claimed_at, h.began_at,
         clock_timestamp(),
         CASE WHEN h.cancel_requested_at IS NULL THEN 'released'::execution_outcome ELSE 'cancelled'::execution_outcome END,
         CASE WHEN h.cancel_requested_at IS NULL THEN NULL ELSE 'cancelled'::final_status END,
         h.cancel_requested_at IS NULL
  FROM held h
)
SELECT h.job_id AS "jobId", h.queue_id AS "queueId", h.cancel_requested_at IS NULL AS "isRefunded" FROM held h
