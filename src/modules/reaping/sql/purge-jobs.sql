-- name: purge-jobs
-- purpose: deletes jobs with everything that belongs to them: executions, logs, idempotency keys
-- edges: none
-- params: $1 uuid[] jobs, locked before in the same transaction; $2 int retention in seconds, or null to take all
-- index: primary keys; idempotency_keys by its unique job_id
-- locks: the rows it deletes
-- cost: bounded by the number of jobs, and by the cap on log lines of each
-- rule: a statement after the lock has a snapshot after the lock: no live row can appear any more, and a job that was put back is seen.
--   The processes have no right to delete jobs: rota_purge_jobs does it as the owner, and takes none that is alive.
WITH doomed AS MATERIALIZED (
  SELECT d.id FROM unnest($1::uuid[]) AS d (id)
  WHERE NOT EXISTS (SELECT 1 FROM live_jobs l WHERE l.job_id = d.id)
    AND ($2::int IS NULL OR (
      SELECT e.final_status IS NOT NULL AND e.finished_at < now() - $2::int * interval '1 s'
      FROM job_executions e WHERE e.job_id = d.id ORDER BY e.execution_seq DESC LIMIT 1) IS TRUE)
)
SELECT rota_purge_jobs(ARRAY (SELECT d.id FROM doomed d)) AS purged
