-- name: last-rolled-up-minute
-- purpose: the minute that it is, and the last one that was rolled up for any queue
-- edges: none
-- params: none
-- index: queue_stats primary key, backward, one descent for each queue
-- locks: none
-- cost: one descent for each queue
SELECT date_trunc('minute', now()) AS minute,
       (SELECT max(s.minute) FROM queues q CROSS JOIN LATERAL (
          SELECT t.minute FROM queue_stats t WHERE t.queue_id = q.id ORDER BY t.minute DESC LIMIT 1) s) AS "lastMinute"
