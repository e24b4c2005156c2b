-- name: promote-jobs
-- purpose: puts scheduled jobs whose time has come into their queues, and answers which queues got how many
-- edges: scheduled → queued
-- params: none; :k jobs at most
-- index: live_jobs_due
-- locks: live_jobs, SKIP LOCKED
-- cost: bounded by :k
-- rule: a job keeps its run_at, so that it stands before what became due later, and its wait is counted from the time it was due
WITH due AS MATERIALIZED (
  SELECT l.job_id, l.queue_id FROM live_jobs l
  WHERE l.status = 'scheduled' AND l.run_at <= now()
  ORDER BY l.run_at
  LIMIT :k
  FOR UPDATE SKIP LOCKED
),
promoted AS (
  UPDATE live_jobs l SET status = 'queued' WHERE l.job_id = ANY (ARRAY (SELECT d.job_id FROM due d))
)
SELECT d.queue_id AS "queueId", count(*)::int AS count FROM due d GROUP BY d.queue_id
