-- name: discover-queues
-- purpose: which queues have ready work now, with their project and whether they are limited; those that are paused, deleted or full
--   at this moment are answered as not ready, so that hundreds of full ones take no claim's time from others
-- edges: none
-- params: $1 uuid start of the rotation (queues below it come first, then those from the top down); $2 text[] queue names or ids, null = all
-- index: live_jobs_claim, backward: a loose scan lands on the newest entry of each queue, where no dead entries are; live_jobs_in_flight for
--   the limits, as many entries as it has in flight
-- locks: none
-- cost: one index descent per queue with ready work, paused or not, however deep; at most 1,000 queues per call (about 11 ms)
WITH RECURSIVE
below (queue_id) AS (
  (SELECT l.queue_id FROM live_jobs l
   WHERE l.status = 'queued' AND l.queue_id < $1
   ORDER BY l.queue_id DESC, l.priority, l.run_at DESC, l.job_id DESC LIMIT 1)
  UNION ALL
  SELECT (SELECT n.queue_id FROM live_jobs n
          WHERE n.status = 'queued' AND n.queue_id < b.queue_id
          ORDER BY n.queue_id DESC, n.priority, n.run_at DESC, n.job_id DESC LIMIT 1)
  FROM below b WHERE b.queue_id IS NOT NULL
),
above (queue_id) AS (
  (SELECT l.queue_id FROM live_jobs l
   WHERE l.status = 'queued' AND l.queue_id >= $1
   ORDER BY l.queue_id DESC, l.priority, l.run_at DESC, l.job_id DESC LIMIT 1)
  UNION ALL
  SELECT (SELECT n.queue_id FROM live_jobs n
          WHERE n.status = 'queued' AND n.queue_id < a.queue_id AND n.queue_id >= $1
          ORDER BY n.queue_id DESC, n.priority, n.run_at DESC, n.job_id DESC LIMIT 1)
  FROM above a WHERE a.queue_id IS NOT NULL
)
SELECT r.queue_id AS "queueId", q.project_id AS "projectId", q.max_concurrency IS NOT NULL AS "isLimited", q.is_ready AS "isReady"
FROM (
  SELECT x.queue_id
  FROM (SELECT b.queue_id FROM below b UNION ALL SELECT a.queue_id FROM above a) x
  WHERE x.queue_id IS NOT NULL
  LIMIT 1000
) r
CROSS JOIN LATERAL (
  SELECT z.project_id, z.max_concurrency,
         z.paused_at IS NULL AND z.deleted_at IS NULL
           AND (z.max_concurrency IS NULL OR z.max_concurrency > (
             SELECT count(*) FROM live_jobs b WHERE b.queue_id = z.id AND b.status IN ('claimed', 'running')))
           AND ($2::text[] IS NULL OR z.name = ANY ($2::text[]) OR z.id::text = ANY ($2::text[])) AS is_ready
  FROM queues z WHERE z.id = r.queue_id LIMIT 1
) q
