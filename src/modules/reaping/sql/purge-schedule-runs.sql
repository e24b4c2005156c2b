-- name: purge-schedule-runs
-- purpose: the history of a schedule lives as long as the jobs it tells of; that of a deleted schedule, queue or project goes at once
-- edges: none
-- params: none; :k rows of each schedule at most
-- index: schedule_runs primary key
-- locks: the rows it deletes, SKIP LOCKED
-- cost: one index range for each schedule
WITH doomed AS MATERIALIZED (
  SELECT r.schedule_id, r.slot
  FROM schedules s
  JOIN queues q ON q.id = s.queue_id
  JOIN projects p ON p.id = s.project_id
  CROSS JOIN LATERAL (
    SELECT x.schedule_id, x.slot FROM schedule_runs x
    WHERE x.schedule_id = s.id
      AND (coalesce(s.deleted_at, q.deleted_at, p.deleted_at) IS NOT NULL OR x.slot < now() - q.retention_seconds * interval '1 s')
    ORDER BY x.slot LIMIT :k
    FOR UPDATE SKIP LOCKED
  ) r
),
gone AS (
  DELETE FROM schedule_runs r USING doomed d WHERE r.schedule_id = d.schedule_id AND r.slot = d.slot
  RETURNING 1
)
SELECT count(*)::int AS purged FROM gone
