-- name: enqueue-jobs
-- purpose: stores new jobs with their live rows and idempotency keys; sent again after a lost answer it changes nothing
-- edges: new → queued; new → scheduled
-- params: $1 uuid[] id, $2 uuid[] project_id, $3 uuid[] queue_id, $4 text[] handler, $5 text[] payload, $6 int[] priority,
--   $7 timestamptz[] run_at or null, $8 float8[] delay in ms or null, $9 int[] max_attempts, $10 int[] timeout_ms, $11 text[] labels,
--   $12 uuid[] schedule_id, $13 timestamptz[] slot, $14 uuid[] replay_of, $15 text[] created_by, $16 text[] traceparent,
--   $17 text[] idempotency key or null, $18 bytea[] request hash or null, $19 text lock_timeout of this transaction or null (leave it)
-- index: primary keys of idempotency_keys and jobs, by ON CONFLICT
-- locks: idempotency_keys in (queue_id, key) order: two batches with the same keys cannot deadlock; the other rows are new, and in the order given
-- cost: 290 µs of server time per batch and 16 per job: 45 µs per job in batches of 10, 30 of 20, 22 of 50.
--   A job is due by the clock of this database; what is due is queued as of now, so that it stands where the claim looks.
--   `(… IN …) IS TRUE` stays a hashed subplan: as a plain IN it would become a nested loop of the batch with itself here.
WITH d AS MATERIALIZED (
  SELECT u.*, coalesce(u.run_at, now() + u.delay_ms * interval '1 ms', now()) AS due_at
  FROM (SELECT CASE WHEN $19::text IS NOT NULL THEN set_config('lock_timeout', $19::text, true) END OFFSET 0) s
  CROSS JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::float8[], $9::int[],
    $10::int[], $11::text[], $12::uuid[], $13::timestamptz[], $14::uuid[], $15::text[], $16::text[], $17::text[], $18::bytea[])
    AS u(id, project_id, queue_id, handler, payload, priority, run_at, delay_ms, max_attempts, timeout_ms, labels, schedule_id, slot,
      replay_of, created_by, traceparent, key, request_hash)
),
k AS (
  INSERT INTO idempotency_keys (queue_id, key, request_hash, job_id)
  SELECT d.queue_id, d.key, d.request_hash, d.id FROM d WHERE d.key IS NOT NULL ORDER BY d.queue_id, d.key, d.id
  ON CONFLICT (queue_id, key) DO NOTHING
  RETURNING job_id
),
j AS (
  INSERT INTO jobs (id, project_id, queue_id, handler, payload, priority, max_attempts, timeout_ms, labels, schedule_id, slot, replay_of,
    created_by, traceparent)
  SELECT d.id, d.project_id, d.queue_id, d.handler, d.payload::jsonb, d.priority, d.max_attempts, d.timeout_ms, d.labels::jsonb,
    d.schedule_id, d.slot, d.replay_of, d.created_by, d.traceparent
  FROM d WHERE d.key IS NULL OR d.id IN (SELECT k.job_id FROM k)
  ON CONFLICT (id) DO NOTHING
  RETURNING id
),
l AS (
  INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, schedule_id, status, priority)
  SELECT d.id, d.project_id, d.queue_id, greatest(d.due_at, now()), d.schedule_id,
    (CASE WHEN d.due_at <= now() THEN 'queued' ELSE 'scheduled' END)::live_status, d.priority
  FROM d WHERE (d.id IN (SELECT j.id FROM j)) IS TRUE
  RETURNING job_id, status, run_at
)
SELECT string_agg(l.job_id::text, ',') AS ids, string_agg(l.status::text, ',') AS statuses, string_agg(l.run_at::text, ',') AS "runAts",
  now() AS "createdAt" FROM l
