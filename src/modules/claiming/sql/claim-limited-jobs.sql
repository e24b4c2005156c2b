-- name: claim-limited-jobs
-- purpose: takes up to share jobs of each given queue, but never more than its limit has room for; runs after lock-limited-queues in its transaction;
--   answers as claim-jobs does
-- edges: queued → claimed
-- params: $1 uuid[] locked queues, $2 int[] shares, $3 uuid worker, $4 int lease in ms
-- index: live_jobs_in_flight for the count, live_jobs_claim for the jobs
-- locks: live_jobs SKIP LOCKED, under the locks of the queue rows
-- cost: the count is bounded by the limit; a statement of its own, because the snapshot must be younger than the queue locks
-- rule: one statement that locks and counts overran limits of 1, 10 and 100 by up to 3, 40 and 400 (old snapshot after the wait)
WITH picked AS MATERIALIZED (
  SELECT c.job_id
  FROM unnest($1::uuid[], $2::int[]) AS q (queue_id, share)
  CROSS JOIN LATERAL (
    SELECT least(q.share, z.max_concurrency - (
      SELECT count(*) FROM live_jobs b WHERE b.queue_id = q.queue_id AND b.status IN ('claimed', 'running'))) AS jobs
    FROM queues z WHERE z.id = q.queue_id LIMIT 1
  ) room
  CROSS JOIN LATERAL (
    SELECT e.job_id FROM (
      SELECT l.job_id FROM live_jobs l
      WHERE l.queue_id = q.queue_id AND l.status = 'queued' AND l.run_at <= now()
      ORDER BY l.priority DESC, l.run_at, l.job_id LIMIT 1000 FOR UPDATE SKIP LOCKED
    ) e
    LIMIT greatest(0, room.jobs)
  ) c
),
claimed AS (
  UPDATE live_jobs l
  SET status = 'claimed', attempt = l.attempt + 1, execution_seq = l.execution_seq + 1, lease_token = gen_random_uuid(),
      worker_id = $3, claimed_at = clock_timestamp(), lock_expires_at = clock_timestamp() + $4::int * interval '1 ms', progress = NULL
  WHERE l.job_id = ANY (ARRAY (SELECT job_id FROM picked))
  RETURNING l.job_id, l.queue_id, l.priority, l.run_at, l.attempt, l.execution_seq, l.lease_losses, l.lease_token
)
SELECT (
  SELECT string_agg(concat_ws(E'\t', q.queue_id, q.project_id, q.timeout_ms, q.max_attempts, q.retry_strategy, q.retry_base_ms,
                              q.retry_cap_ms, q.retry_jitter, q.name), E'\n')
  FROM (
    SELECT u.queue_id, z.* FROM unnest($1::uuid[]) AS u (queue_id)
    CROSS JOIN LATERAL (
      SELECT y.timeout_ms, y.max_attempts, y.project_id, y.name, y.retry_strategy, y.retry_base_ms, y.retry_cap_ms, y.retry_jitter
      FROM queues y WHERE y.id = u.queue_id LIMIT 1
    ) z
  ) q
) AS queues, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs", t.*
FROM (
  SELECT string_agg(c.job_id::text, '') AS "jobIds", string_agg(c.queue_id::text, '') AS "queueIds",
         string_agg(c.lease_token::text, '') AS "leaseTokens", string_agg(c.run_at::text, E'\n') AS "runAts",
         string_agg(j.handler, E'\n') AS handlers, string_agg(j.payload::text, E'\n') AS payloads,
         string_agg(CASE WHEN c.priority = 0 AND c.attempt = 1 AND c.execution_seq = 1 AND c.lease_losses = 0 THEN ''
                    ELSE concat_ws(' ', c.priority, c.attempt, c.execution_seq, c.lease_losses) END, E'\n') AS counts,
         string_agg(CASE WHEN j.timeout_ms IS NULL AND j.max_attempts IS NULL AND j.traceparent IS NULL THEN ''
                    ELSE concat(j.timeout_ms, ' ', j.max_attempts, ' ', j.traceparent) END, E'\n') AS options
  FROM claimed c
  CROSS JOIN LATERAL (
    SELECT x.handler, x.payload, x.traceparent, x.timeout_ms, x.max_attempts FROM jobs x WHERE x.id = c.job_id LIMIT 1
  ) j
) t
WHERE t."jobIds" IS NOT NULL
