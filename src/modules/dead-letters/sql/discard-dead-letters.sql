-- name: discard-dead-letters
-- purpose: closes letters for good; their jobs stay dead_letter
-- edges: none
-- params: $1 uuid[] id of open letters that the transaction has locked
-- index: primary key of dead_letters
-- locks: held already
-- cost: bounded by the number of ids (200 per batch)
UPDATE dead_letters d SET discarded_at = clock_timestamp() WHERE d.id = ANY ($1::uuid[])
