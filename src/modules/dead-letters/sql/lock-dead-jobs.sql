-- name: lock-dead-jobs
-- purpose: holds the records of jobs against retention, which skips locked ones; answers which of them are still there
-- edges: none
-- params: $1 uuid[] job_id
-- index: primary key of jobs
-- locks: jobs in id order, after their letters
-- cost: bounded by the number of ids (200 per batch)
-- rule: the processes have no right to update jobs, and so none to lock them: a function of the owner does it
SELECT l.id FROM rota_lock_jobs($1::uuid[]) AS l (id)
