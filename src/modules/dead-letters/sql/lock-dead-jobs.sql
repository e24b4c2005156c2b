-- name: lock-dead-jobs
-- purpose: holds the records of jobs against retention, which skips locked ones; answers which of them are still there
-- edges: none
-- params: $1 uuid[] job_id
-- index: primary key of jobs
-- locks: jobs in id order, after their letters
-- cost: bounded by the number of ids (200 per batch)
SELECT j.id
FROM (SELECT DISTINCT u.id FROM unnest($1::uuid[]) AS u(id) ORDER BY u.id) i
CROSS JOIN LATERAL (SELECT x.id FROM jobs x WHERE x.id = i.id FOR UPDATE) j
