-- name: record-schedule-runs
-- purpose: writes what becomes of each slot; answers the slots that nobody had recorded before, and only those get a job
-- edges: none
-- params: $1 uuid[] schedules, $2 timestamptz[] slots, $3 text[] outcomes, $4 uuid[] jobs, $5 timestamptz[] last slot of a skipped range,
--   $6 int[] slots in the range, $7 text[] reasons
-- index: schedule_runs primary key: one row, hence at most one job, per slot whatever the number of schedulers
-- locks: none beyond the rows it inserts
-- cost: one insert per slot or range
INSERT INTO schedule_runs (schedule_id, slot, outcome, job_id, skipped_until, skipped_count, reason)
SELECT r.schedule_id, r.slot, r.outcome::schedule_run_outcome, r.job_id, r.skipped_until, r.skipped_count, r.reason
FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::timestamptz[], $6::int[], $7::text[])
  AS r (schedule_id, slot, outcome, job_id, skipped_until, skipped_count, reason)
ON CONFLICT (schedule_id, slot) DO NOTHING
RETURNING schedule_id AS "scheduleId", slot, job_id AS "jobId"
