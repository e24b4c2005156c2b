-- name: insert-demo-history
-- purpose: jobs that ended in the past, with every attempt and the dead letters, for a project that has none yet
-- edges: none
-- params: $1 uuid project_id, $2 text created_by, $3 jsonb array of stories: { id, queueId, handler, payload, labels, ageMs,
--   letter: { id, reason } or null, attempts: [{ seq, attempt, outcome, finalStatus, isRefunded, claimedAfterMs, startedAfterMs,
--   finishedAfterMs, error, result }] }, where "after" counts from the making of the job
-- index: none; only inserts
-- locks: none; every row is new
-- cost: some thousand rows, once per installation
WITH story AS MATERIALIZED (
  SELECT s.*, now() - s."ageMs" * interval '1 ms' AS created_at
  FROM jsonb_to_recordset($3::jsonb)
    AS s (id uuid, "queueId" uuid, handler text, payload jsonb, labels jsonb, "ageMs" float8, letter jsonb, attempts jsonb)
),
attempt AS MATERIALIZED (
  SELECT s.id AS job_id, s."queueId" AS queue_id, s.created_at, a.*
  FROM story s
  CROSS JOIN LATERAL jsonb_to_recordset(s.attempts)
    AS a (seq int, attempt int, outcome execution_outcome, "finalStatus" final_status, "isRefunded" boolean,
          "claimedAfterMs" float8, "startedAfterMs" float8, "finishedAfterMs" float8, error jsonb, result jsonb)
),
made AS (
  INSERT INTO jobs (id, project_id, queue_id, created_at, handler, payload, labels, created_by)
  SELECT s.id, $1, s."queueId", s.created_at, s.handler, s.payload, s.labels, $2 FROM story s
),
recorded AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at,
                              started_at, finished_at, outcome, final_status, attempt_refunded, error, result)
  SELECT a.job_id, a.seq, a.attempt, $1, a.queue_id, gen_random_uuid(), gen_random_uuid(),
         a.created_at + CASE WHEN a.seq = 1 THEN 0 ELSE greatest(0, a."claimedAfterMs" - 40) END * interval '1 ms',
         a.created_at + a."claimedAfterMs" * interval '1 ms', a.created_at + a."startedAfterMs" * interval '1 ms',
         a.created_at + a."finishedAfterMs" * interval '1 ms', a.outcome, a."finalStatus", a."isRefunded", a.error, a.result
  FROM attempt a
)
INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, labels, priority, created_by, job_created_at, reason,
                          error, attempt, lease_losses, last_execution_seq, created_at)
SELECT (s.letter ->> 'id')::uuid, s.id, $1, s."queueId", s.handler, s.payload, s.labels, 0, $2, s.created_at,
       (s.letter ->> 'reason')::dead_letter_reason, a.error, a.attempt, 0, a.seq,
       s.created_at + a."finishedAfterMs" * interval '1 ms'
FROM story s
JOIN attempt a ON a.job_id = s.id AND a."finalStatus" = 'dead_letter'
WHERE jsonb_typeof(s.letter) = 'object'
