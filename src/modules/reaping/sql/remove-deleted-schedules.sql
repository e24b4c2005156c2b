-- name: remove-deleted-schedules
-- purpose: removes schedules that were deleted an hour ago and whose runs are gone
-- edges: none
-- params: none; :k rows at most
-- index: none: schedules are few; schedule_runs primary key
-- locks: schedules, SKIP LOCKED
-- cost: one scan of a small table
WITH doomed AS MATERIALIZED (
  SELECT s.id FROM schedules s
  WHERE s.deleted_at < now() - interval '1 hour' AND NOT EXISTS (SELECT 1 FROM schedule_runs r WHERE r.schedule_id = s.id)
  ORDER BY s.id LIMIT :k
  FOR UPDATE SKIP LOCKED
),
gone AS (
  DELETE FROM schedules s WHERE s.id = ANY (ARRAY (SELECT d.id FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
