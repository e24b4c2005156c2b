-- name: count-job-orphans
-- purpose: one stretch of jobs: how many of them neither live nor have ended
-- edges: none
-- params: $1 uuid the last row of the stretch before; :k rows at most
-- index: primary keys of jobs, live_jobs and job_executions
-- locks: none; one snapshot, so a job that is moving on is seen on one side or the other
-- cost: three index descents for each row of the stretch
WITH stretch AS MATERIALIZED (
  SELECT j.id FROM jobs j WHERE j.id > $1::uuid ORDER BY j.id LIMIT :k
)
SELECT (SELECT s.id FROM stretch s ORDER BY s.id DESC LIMIT 1) AS "lastId", count(*)::int AS examined,
       (count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM live_jobs l WHERE l.job_id = s.id)
          AND NOT EXISTS (SELECT 1 FROM job_executions e WHERE e.job_id = s.id AND e.final_status IS NOT NULL)))::int AS orphans
FROM stretch s
