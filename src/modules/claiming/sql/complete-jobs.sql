-- name: complete-jobs
-- purpose: ends attempts that all succeeded: the jobs are completed and one execution row is written for each; answers those whose lease was lost
-- edges: claimed → running; running → completed
-- params: $1 uuid[] jobs, $2 uuid[] lease tokens, $3 bigint[] µs since the start, $4 bigint[] µs since the end, $5 text[] result JSON or null for none
-- index: live_jobs primary key, by job_id and lease_token alone
-- locks: live_jobs in job_id order
-- cost: about 10 µs of server per job at 500 a call, a sixth less than finish-jobs for the same batch
-- rule: a job whose cancel was asked for and that succeeded all the same is completed, so cancel_requested_at is not looked at; a job that
--   was never marked running passes through running here, started_at says when
WITH held AS MATERIALIZED (
  SELECT l.*, d.result,
         greatest(l.claimed_at, coalesce(l.started_at, now() - d.started_ago_us * interval '1 microsecond')) AS began_at,
         now() - d.finished_ago_us * interval '1 microsecond' AS ended_at
  FROM (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[])
      AS g (job_id, lease_token, started_ago_us, finished_ago_us, result) ORDER BY g.job_id
  ) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.project_id, x.queue_id, x.execution_seq, x.attempt, x.worker_id, x.lease_token, x.claimed_at, x.started_at, x.run_at
    FROM live_jobs x WHERE x.job_id = d.job_id AND x.lease_token = d.lease_token FOR UPDATE
  ) l
),
ended AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY (SELECT h.job_id FROM held h))
),
recorded AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at,
                              started_at, finished_at, outcome, final_status, result)
  SELECT h.job_id, h.execution_seq, h.attempt, h.project_id, h.queue_id, h.worker_id, h.lease_token, h.run_at, h.claimed_at, h.began_at,
         greatest(h.began_at, h.ended_at), 'completed', 'completed',
         CASE WHEN h.result IS NULL THEN NULL WHEN pg_input_is_valid(h.result, 'jsonb') THEN h.result::jsonb
              ELSE '{"unstorable":true}'::jsonb END
  FROM held h
)
SELECT d.job_id AS "jobId"
FROM unnest($1::uuid[]) AS d (job_id)
WHERE (SELECT count(*) FROM held) < cardinality($1) AND NOT EXISTS (SELECT FROM held h WHERE h.job_id = d.job_id)
