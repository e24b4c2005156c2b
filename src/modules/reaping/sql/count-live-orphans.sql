-- name: count-live-orphans
-- purpose: one stretch of live_jobs: how many of its rows have no job
-- edges: none
-- params: $1 uuid the last row of the stretch before; :k rows at most
-- index: primary keys of live_jobs and jobs
-- locks: none
-- cost: two index descents for each row of the stretch
WITH stretch AS MATERIALIZED (
  SELECT l.job_id FROM live_jobs l WHERE l.job_id > $1::uuid ORDER BY l.job_id LIMIT :k
)
SELECT (SELECT s.job_id FROM stretch s ORDER BY s.job_id DESC LIMIT 1) AS "lastId", count(*)::int AS examined,
       (count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = s.job_id)))::int AS orphans
FROM stretch s
