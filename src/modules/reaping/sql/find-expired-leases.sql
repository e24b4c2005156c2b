-- name: find-expired-leases
-- purpose: leases that ended without a finish, a release or a heartbeat
-- edges: none
-- params: none; :k rows at most
-- index: live_jobs_in_flight; lock_expires_at is in no index, so that a heartbeat is HOT, and every lease in flight is looked at
-- locks: none; what it reads is only a proposal, reap-jobs compares again
-- cost: one scan of the jobs in flight; the CTE keeps the planner from walking the primary key for the order
WITH in_flight AS MATERIALIZED (
  SELECT l.job_id, l.lease_token, l.lock_expires_at FROM live_jobs l WHERE l.status IN ('claimed', 'running')
)
SELECT f.job_id AS "jobId", f.lease_token AS "leaseToken"
FROM in_flight f
WHERE f.lock_expires_at < now()
ORDER BY f.job_id
LIMIT :k
