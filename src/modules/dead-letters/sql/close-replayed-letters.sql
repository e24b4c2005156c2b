-- name: close-replayed-letters
-- purpose: closes letters that were replayed as new jobs: their own job is gone, or its payload was edited
-- edges: none
-- params: $1 uuid[] id of letters that the transaction has locked
-- index: primary key of dead_letters
-- locks: held already
-- cost: bounded by the number of ids (200 per batch)
UPDATE dead_letters d SET replayed_at = clock_timestamp(), replay_count = d.replay_count + 1 WHERE d.id = ANY ($1::uuid[])
