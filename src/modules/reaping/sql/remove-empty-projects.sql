-- name: remove-empty-projects
-- purpose: removes projects that were deleted an hour ago and have no queue left; keys, secrets and statistics go with them, the audit log stays
-- edges: none
-- params: none; :k rows at most
-- index: queues_name for those alive, else a scan of a small table
-- locks: projects, SKIP LOCKED
-- cost: one scan of a small table
WITH doomed AS MATERIALIZED (
  SELECT p.id FROM projects p
  WHERE p.deleted_at < now() - interval '1 hour' AND NOT EXISTS (SELECT 1 FROM queues q WHERE q.project_id = p.id)
  ORDER BY p.id LIMIT :k
  FOR UPDATE OF p SKIP LOCKED
),
stats AS (
  DELETE FROM queue_stats t WHERE t.queue_id = ANY (ARRAY (SELECT d.id FROM doomed d))
),
gone AS (
  DELETE FROM projects p WHERE p.id = ANY (ARRAY (SELECT d.id FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
