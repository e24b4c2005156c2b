-- name: reap-jobs
-- purpose: takes jobs back whose lease has expired: refunds the attempt, counts the loss, and records the lost attempt
-- edges: claimed → queued; running → queued; claimed → dead_letter; running → dead_letter; claimed → cancelled; running → cancelled
-- params: $1 uuid[] jobs, $2 uuid[] lease tokens as they were read, $3 uuid[] ids for dead letters, $4 int max_lease_losses of a job
--   whose queue is gone
-- index: live_jobs primary key, by job_id and lease_token alone
-- locks: live_jobs in job_id order, SKIP LOCKED: who holds a row is finishing it, extending it or reaping it
-- cost: as a finish; only after a worker died
-- rule: compare-and-set on the token that was read and on the expiry, both on the locked version. A loss before the handler started
--   raises lease_losses to 1 at most: innocents of a crash; a loss while running adds 1. Over the limit of the queue the job is a
--   dead letter; a job with a cancel request ends cancelled, and a cancelled attempt is not refunded. A job goes back to its old place.
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS d (job_id, lease_token, letter_id)
),
locked AS MATERIALIZED (
  SELECT l.*, d.letter_id
  FROM (SELECT * FROM given ORDER BY job_id) d
  CROSS JOIN LATERAL (
    SELECT x.job_id, x.project_id, x.queue_id, x.status, x.attempt, x.execution_seq, x.lease_losses, x.lease_token, x.worker_id,
           x.claimed_at, x.started_at, x.lock_expires_at, x.cancel_requested_at, x.run_at
    FROM live_jobs x
    WHERE x.job_id = d.job_id AND x.lease_token = d.lease_token AND x.lock_expires_at < now()
    FOR UPDATE SKIP LOCKED
  ) l
),
counted AS MATERIALIZED (
  SELECT k.*, CASE k.status WHEN 'claimed' THEN greatest(k.lease_losses, 1) ELSE k.lease_losses + 1 END AS losses,
         coalesce((SELECT q.max_lease_losses FROM queues q WHERE q.id = k.queue_id), $4::int) AS max_losses
  FROM locked k
),
reaped AS MATERIALIZED (
  SELECT c.*,
         CASE WHEN c.cancel_requested_at IS NOT NULL THEN 'cancelled'
              WHEN c.losses > c.max_losses THEN 'dead_letter'
              ELSE 'queued' END AS fate,
         jsonb_build_object('name', 'LeaseExpiredError', 'message',
           'the worker gave no sign of life until the lease ended'
             || CASE WHEN c.losses > c.max_losses THEN ', once more than the queue allows' ELSE '' END) AS error
  FROM counted c
),
ended AS (
  DELETE FROM live_jobs l WHERE l.job_id = ANY (ARRAY (SELECT r.job_id FROM reaped r WHERE r.fate <> 'queued'))
),
requeued AS (
  UPDATE live_jobs l
  SET status = 'queued', attempt = greatest(l.attempt - 1, 0),
      lease_losses = CASE l.status WHEN 'claimed' THEN greatest(l.lease_losses, 1) ELSE l.lease_losses + 1 END,
      lease_token = NULL, worker_id = NULL, claimed_at = NULL, started_at = NULL, lock_expires_at = NULL, progress = NULL
  WHERE l.job_id = ANY (ARRAY (SELECT r.job_id FROM reaped r WHERE r.fate = 'queued'))
),
recorded AS (
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at,
                              started_at, finished_at, outcome, final_status, attempt_refunded, error)
  SELECT r.job_id, r.execution_seq, r.attempt, r.project_id, r.queue_id, r.worker_id, r.lease_token, r.run_at, r.claimed_at, r.started_at,
         greatest(now(), r.claimed_at, r.started_at), 'lease_expired',
         CASE r.fate WHEN 'queued' THEN NULL ELSE r.fate::final_status END,
         r.fate <> 'cancelled' AND r.attempt > 0, r.error
  FROM reaped r
),
buried AS (
  INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, labels, priority, max_attempts, timeout_ms, schedule_id,
                            slot, traceparent, created_by, job_created_at, reason, error, attempt, lease_losses, last_execution_seq, replay_count)
  SELECT r.letter_id, j.id, j.project_id, j.queue_id, j.handler, j.payload, j.labels, j.priority, j.max_attempts, j.timeout_ms, j.schedule_id,
         j.slot, j.traceparent, j.created_by, j.created_at, 'worker_lost', r.error, greatest(r.attempt - 1, 0), r.losses, r.execution_seq,
         coalesce((SELECT max(p.replay_count) FROM dead_letters p WHERE p.job_id = r.job_id), 0)
  FROM reaped r
  CROSS JOIN LATERAL (SELECT x.* FROM jobs x WHERE x.id = r.job_id LIMIT 1) j
  WHERE r.fate = 'dead_letter'
)
SELECT r.job_id AS "jobId", r.project_id AS "projectId", r.queue_id AS "queueId", r.fate, r.losses AS "leaseLosses",
       r.fate <> 'cancelled' AND r.attempt > 0 AS "isRefunded",
       (SELECT q.name FROM queues q WHERE q.id = r.queue_id) AS queue,
       (SELECT j.handler FROM jobs j WHERE j.id = r.job_id LIMIT 1) AS handler
FROM reaped r
