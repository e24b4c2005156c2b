-- name: find-own-executions
-- purpose: which of these attempts were already recorded under these very tokens (a finish whose answer was lost)
-- edges: none
-- params: $1 uuid[] jobs, $2 int[] execution numbers, $3 uuid[] lease tokens
-- index: job_executions primary key
-- locks: none
-- rule: the reaper and a release record the attempt under its token too; that is a loss, not this finish
-- cost: only for finishes that hit no lease
SELECT d.job_id AS "jobId"
FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS d (job_id, execution_seq, lease_token)
CROSS JOIN LATERAL (
  SELECT 1 FROM job_executions e
  WHERE e.job_id = d.job_id AND e.execution_seq = d.execution_seq AND e.lease_token = d.lease_token
    AND e.outcome NOT IN ('lease_expired', 'released') LIMIT 1
) own
