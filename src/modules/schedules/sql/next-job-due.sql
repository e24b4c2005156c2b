-- name: next-job-due
-- purpose: how long until the next scheduled job is due, in milliseconds; negative when it is overdue
-- edges: none
-- params: none
-- index: live_jobs_due
-- locks: none
-- cost: one index descent
SELECT extract(epoch FROM l.run_at - clock_timestamp())::float8 * 1000 AS "dueInMs"
FROM live_jobs l
WHERE l.status = 'scheduled'
ORDER BY l.run_at
LIMIT 1
