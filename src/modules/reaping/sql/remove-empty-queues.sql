-- name: remove-empty-queues
-- purpose: removes queues that were deleted an hour ago and are empty by now, with their statistics
-- edges: none
-- params: none; :k rows at most
-- index: jobs_queue, schedules_queue, primary keys
-- locks: queues, SKIP LOCKED; schedules by cascade, their runs are gone before
-- cost: a few index descents for each deleted queue
-- rule: the hour outlasts every cache that may still hold the queue
WITH doomed AS MATERIALIZED (
  SELECT q.id FROM queues q
  WHERE coalesce(q.deleted_at, (SELECT p.deleted_at FROM projects p WHERE p.id = q.project_id)) < now() - interval '1 hour'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.queue_id = q.id)
    AND NOT EXISTS (SELECT 1 FROM schedules s JOIN schedule_runs r ON r.schedule_id = s.id WHERE s.queue_id = q.id)
  ORDER BY q.id LIMIT :k
  FOR UPDATE OF q SKIP LOCKED
),
stats AS (
  DELETE FROM queue_stats t WHERE t.queue_id = ANY (ARRAY (SELECT d.id FROM doomed d))
),
gone AS (
  DELETE FROM queues q WHERE q.id = ANY (ARRAY (SELECT d.id FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
