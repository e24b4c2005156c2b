-- name: purge-queued
-- purpose: cancels one batch of the queued jobs of a queue; answers with how many
-- edges: queued → cancelled
-- params: $1 uuid queue_id
-- constants: :batch rows
-- index: live_jobs_claim (prefix queue_id)
-- locks: live_jobs with SKIP LOCKED: what a claimer holds is no longer queued and is left to it
-- cost: bounded by the batch; no join to the target, so one possible plan
WITH picked AS MATERIALIZED (
  SELECT l.job_id FROM live_jobs l
  WHERE l.queue_id = $1 AND l.status = 'queued'
  LIMIT :batch FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY(SELECT p.job_id FROM picked p))
  RETURNING l.job_id, l.project_id, l.queue_id, l.execution_seq
), written AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, finished_at, outcome, final_status)
  SELECT g.job_id, g.execution_seq + 1, 0, g.project_id, g.queue_id, clock_timestamp(), 'cancelled', 'cancelled' FROM gone g
  RETURNING 1
)
SELECT count(*) AS cancelled FROM written
