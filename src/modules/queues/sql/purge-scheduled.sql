-- name: purge-scheduled
-- purpose: walks one batch of the scheduled jobs of a project, in the order of their ids, and cancels those of one queue
-- edges: scheduled → cancelled
-- params: $1 uuid queue_id, $2 uuid project_id, $3 uuid job_id of the last candidate before (the nil id to begin)
-- constants: :candidates rows looked at
-- index: live_jobs_scheduled, in its order and by index alone: jobs of other projects are never looked at
-- locks: live_jobs with SKIP LOCKED: what the promoter holds becomes queued, and purge-queued takes it
-- cost: one pass over the scheduled jobs of the project for the whole purge; each call is bounded by its candidates
WITH candidates AS MATERIALIZED (
  SELECT l.job_id, l.queue_id FROM live_jobs l
  WHERE l.status = 'scheduled' AND (l.project_id, l.job_id) > ($2::uuid, $3::uuid)
    AND (l.project_id, l.job_id) <= ($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  ORDER BY l.project_id, l.job_id LIMIT :candidates
), picked AS MATERIALIZED (
  SELECT x.job_id FROM candidates c CROSS JOIN LATERAL (
    SELECT l.job_id FROM live_jobs l WHERE l.job_id = c.job_id AND l.status = 'scheduled' LIMIT 1 FOR UPDATE SKIP LOCKED
  ) x
  WHERE c.queue_id = $1
), gone AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY(SELECT p.job_id FROM picked p))
  RETURNING l.job_id, l.project_id, l.queue_id, l.execution_seq
), written AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, finished_at, outcome, final_status)
  SELECT g.job_id, g.execution_seq + 1, 0, g.project_id, g.queue_id, clock_timestamp(), 'cancelled', 'cancelled' FROM gone g
  RETURNING 1
)
SELECT (SELECT count(*) FROM written) AS cancelled, (SELECT count(*) FROM candidates) AS examined,
       (SELECT c.job_id FROM candidates c ORDER BY c.job_id DESC LIMIT 1) AS "lastJobId"
