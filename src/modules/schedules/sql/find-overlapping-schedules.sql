-- name: find-overlapping-schedules
-- purpose: which of these schedules still have a live job, waiting ones included
-- edges: none
-- params: $1 uuid[] schedules, locked before in the same transaction
-- index: live_jobs_schedule
-- locks: none; a statement of its own, because the snapshot of the locking one may be older than the job of the slot before
-- cost: one index descent for each
SELECT s.id FROM unnest($1::uuid[]) AS s (id)
WHERE EXISTS (SELECT 1 FROM live_jobs l WHERE l.schedule_id = s.id)
