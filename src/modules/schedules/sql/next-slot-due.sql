-- name: next-slot-due
-- purpose: how long until the next slot of any schedule, in milliseconds; negative when it is overdue
-- edges: none
-- params: none
-- index: schedules_due
-- locks: none
-- cost: one index descent
SELECT extract(epoch FROM s.next_slot_at - clock_timestamp())::float8 * 1000 AS "dueInMs"
FROM schedules s
WHERE s.next_slot_at IS NOT NULL AND s.paused_at IS NULL AND s.deleted_at IS NULL
ORDER BY s.next_slot_at
LIMIT 1
