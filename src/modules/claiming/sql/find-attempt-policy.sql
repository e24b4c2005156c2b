-- name: find-attempt-policy
-- purpose: the attempt under a lease and the retry policy in force for it; asked by the watchdog only, so that the hot path carries nothing for it
-- edges: none
-- params: $1 uuid job, $2 uuid lease token
-- index: primary keys
-- locks: none
-- cost: once per blocked event loop
SELECT l.attempt, l.execution_seq AS "executionSeq", coalesce(j.max_attempts, q.max_attempts) AS "maxAttempts",
       q.retry_strategy AS "retryStrategy", q.retry_base_ms AS "retryBaseMs", q.retry_cap_ms AS "retryCapMs", q.retry_jitter AS "retryJitter"
FROM (SELECT * FROM live_jobs x WHERE x.job_id = $1 AND x.lease_token = $2) l
CROSS JOIN LATERAL (SELECT y.max_attempts FROM jobs y WHERE y.id = l.job_id LIMIT 1) j
CROSS JOIN LATERAL (SELECT z.* FROM queues z WHERE z.id = l.queue_id LIMIT 1) q
