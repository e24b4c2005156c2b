-- name: lock-jobs-to-purge
-- purpose: one stretch of a queue's jobs from the oldest on; locks those that look as if they may go
-- edges: none
-- params: $1 uuid queue, $2 uuid last job of the stretch before, $3 uuid first job that is too young, $4 int retention in seconds, or null to
--   take all; :k rows at most
-- index: jobs_queue; primary keys of job_executions and jobs
-- locks: jobs, SKIP LOCKED: a replay holds the row it is about to put back
-- cost: one index range and two descents for each of its rows
-- rule: only a proposal: a job may have been put back since the snapshot of this statement, so purge-jobs looks again under the lock;
--   the processes have no right to update jobs, and so none to lock them: a function of the owner does it
WITH stretch AS MATERIALIZED (
  SELECT j.id FROM jobs j WHERE j.queue_id = $1::uuid AND j.id > $2::uuid AND j.id < $3::uuid ORDER BY j.queue_id, j.id LIMIT :k
),
candidates AS MATERIALIZED (
  SELECT s.id FROM stretch s
  WHERE $4::int IS NULL OR (
    SELECT e.final_status IS NOT NULL AND e.finished_at < now() - $4::int * interval '1 s'
    FROM job_executions e WHERE e.job_id = s.id ORDER BY e.execution_seq DESC LIMIT 1) IS TRUE
)
SELECT (SELECT s.id FROM stretch s ORDER BY s.id DESC LIMIT 1) AS "lastId", (SELECT count(*)::int FROM stretch) AS examined,
       ARRAY (SELECT l.id::text FROM rota_lock_free_jobs(ARRAY (SELECT c.id FROM candidates c)) AS l (id)) AS ids
