-- name: advance-schedules
-- purpose: moves schedules from the slot that was read to the next one, and pauses those that cannot go on
-- edges: none
-- params: $1 uuid[] schedules, $2 timestamptz[] next slot as it was read, $3 timestamptz[] next slot from now on, $4 timestamptz[] last slot
--   handled, $5 text[] reason for a pause or null
-- index: schedules primary key
-- locks: schedules, locked before in the same transaction
-- cost: one row each
-- rule: compare-and-set on the slot that was read (drivers read milliseconds); a pause is an edit, so it raises the version, a slot is not
UPDATE schedules s
SET next_slot_at = a.next_slot_at,
    last_slot_at = greatest(a.last_slot_at, s.last_slot_at),
    paused_at = CASE WHEN a.pause_reason IS NULL THEN NULL ELSE now() END,
    paused_reason = left(a.pause_reason, 500),
    version = s.version + CASE WHEN a.pause_reason IS NULL THEN 0 ELSE 1 END
FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[])
  AS a (id, read_slot_at, next_slot_at, last_slot_at, pause_reason)
WHERE s.id = a.id AND date_trunc('milliseconds', s.next_slot_at) = a.read_slot_at
RETURNING s.id
