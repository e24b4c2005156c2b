-- name: replay-dead-letters
-- purpose: puts dead jobs back into their queues with no attempt charged and closes their letters; the numbers of executions go on
-- edges: dead_letter → queued
-- params: $1 uuid[] id of letters that the transaction has locked, whose jobs it has locked as well
-- index: primary keys of dead_letters, job_executions and live_jobs
-- locks: live_jobs rows are new; the letters are locked already
-- cost: bounded by the number of ids (200 per batch)
-- rule: a statement of its own after the locks, so that its snapshot sees whatever they waited for
WITH letter AS MATERIALIZED (
  SELECT d.*, e.execution_seq
  FROM unnest($1::uuid[]) AS u(id)
  CROSS JOIN LATERAL (
    SELECT x.id, x.job_id, x.project_id, x.queue_id, x.schedule_id, x.priority FROM dead_letters x
    WHERE x.id = u.id AND x.replayed_at IS NULL AND x.discarded_at IS NULL LIMIT 1
  ) d
  CROSS JOIN LATERAL (
    SELECT x.execution_seq, x.final_status FROM job_executions x WHERE x.job_id = d.job_id ORDER BY x.execution_seq DESC LIMIT 1
  ) e
  WHERE e.final_status = 'dead_letter' AND NOT EXISTS (SELECT 1 FROM live_jobs l WHERE l.job_id = d.job_id)
),
back AS (
  INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, schedule_id, status, attempt, execution_seq, lease_losses, priority)
  SELECT t.job_id, t.project_id, t.queue_id, clock_timestamp(), t.schedule_id, 'queued', 0, t.execution_seq, 0, t.priority
  FROM letter t ORDER BY t.job_id
),
closed AS (
  UPDATE dead_letters d SET replayed_at = clock_timestamp(), replay_count = d.replay_count + 1
  WHERE d.id = ANY (ARRAY(SELECT t.id FROM letter t))
)
SELECT t.id FROM letter t
