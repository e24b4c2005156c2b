-- name: claim-jobs
-- purpose: takes up to share jobs of each given queue, in the order of its ranges, and gives each a lease of its own;
--   answers one row with a text per property, the values of all jobs in it, see claim-answer.ts (a row per job costs the worker
--   twice as much and wakes it for every 8 kB); what of a queue decides how its jobs run comes once per queue
-- edges: queued → claimed
-- params: $1 uuid[] queues, $2 int[] shares, $3 int[] first and $4 int[] last range of each queue, 0 and 0 for all of it; ranges:
--   $5 bool[] exact, $6 int[] high, $7 int[] low, $8 timestamptz[] and $9 uuid[] key after which an exact range starts;
--   $10 uuid worker, $11 int lease in ms
-- index: live_jobs_claim, all bounds of a range in the index condition, no sort
-- locks: live_jobs SKIP LOCKED; LockRows stands under the LIMIT, so nothing is locked that is not taken
-- cost: 3–5 µs per range, about 30 µs of server per job at 100 a call
-- rule: a token is 74 bits that nobody can guess, drawn once, and 47 more for each attempt: drawing all of them per job costs 1.2 µs
-- rule: never `id IN (SELECT … LIMIT … SKIP LOCKED)`: under a nested loop it runs again per row and takes too many
WITH open AS MATERIALIZED (
  SELECT q.*, z.*
  FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[]) AS q (queue_id, share, first, last)
  CROSS JOIN LATERAL (
    SELECT y.timeout_ms, y.max_attempts, y.project_id, y.name, y.retry_strategy, y.retry_base_ms, y.retry_cap_ms, y.retry_jitter
    FROM queues y
    WHERE y.id = q.queue_id AND y.paused_at IS NULL AND y.deleted_at IS NULL AND y.max_concurrency IS NULL LIMIT 1
  ) z
),
picked AS MATERIALIZED (
  SELECT c.job_id
  FROM open q
  CROSS JOIN LATERAL (
    SELECT w.job_id
    FROM (
      SELECT coalesce(($5::bool[])[i.at], false) AS is_exact,
             coalesce(($6::int[])[i.at], 32000) AS high, coalesce(($7::int[])[i.at], -32000) AS low,
             ($8::timestamptz[])[i.at] AS after_run_at, ($9::uuid[])[i.at] AS after_id
      FROM (SELECT generate_series(q.first, q.last) AS at) i
    ) r
    CROSS JOIN LATERAL (
      SELECT e.job_id FROM (
        SELECT l.job_id FROM live_jobs l
        WHERE r.is_exact AND l.queue_id = q.queue_id AND l.status = 'queued' AND l.priority = r.high
          AND (l.run_at, l.job_id) > (r.after_run_at, r.after_id) AND l.run_at <= now()
        ORDER BY l.priority DESC, l.run_at, l.job_id LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) e
      UNION ALL
      SELECT g.job_id FROM (
        SELECT l.job_id FROM live_jobs l
        WHERE NOT r.is_exact AND l.queue_id = q.queue_id AND l.status = 'queued'
          AND l.priority < r.high AND l.priority > r.low AND l.run_at <= now()
        ORDER BY l.priority DESC, l.run_at, l.job_id LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) g
    ) w
    LIMIT q.share
  ) c
),
claimed AS (
  UPDATE live_jobs l
  SET status = 'claimed', attempt = l.attempt + 1, execution_seq = l.execution_seq + 1, worker_id = $10,
      lease_token = ((SELECT left(gen_random_uuid()::text, 24)) || to_hex((2 ^ 47 + floor(random() * 2 ^ 47))::bigint))::uuid,
      claimed_at = now(), lock_expires_at = now() + $11::int * interval '1 ms', progress = NULL
  WHERE l.job_id = ANY (ARRAY (SELECT job_id FROM picked))
  RETURNING l.job_id, l.queue_id, l.priority, l.run_at, l.attempt, l.execution_seq, l.lease_losses, l.lease_token
)
SELECT (
  SELECT string_agg(concat_ws(E'\t', q.queue_id, q.project_id, q.timeout_ms, q.max_attempts, q.retry_strategy, q.retry_base_ms,
                              q.retry_cap_ms, q.retry_jitter, q.name), E'\n')
  FROM open q
) AS queues, (extract(epoch FROM now()) * 1000)::float8 AS "nowMs", t.*
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
