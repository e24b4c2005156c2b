-- name: purge-dead-letters
-- purpose: one stretch of dead letters from the oldest on: deletes those older than their queue keeps them, open or closed
-- edges: none
-- params: $1 uuid last letter of the stretch before, $2 uuid first letter that is too young; :k rows at most
-- index: dead_letters primary key
-- locks: dead_letters, SKIP LOCKED: a replay holds the letter it is about to close
-- cost: one index range; a look at the queue for each of its rows
WITH stretch AS MATERIALIZED (
  SELECT d.id, d.queue_id, d.created_at FROM dead_letters d WHERE d.id > $1::uuid AND d.id < $2::uuid ORDER BY d.id LIMIT :k
),
doomed AS MATERIALIZED (
  SELECT x.id
  FROM (
    SELECT s.id FROM stretch s
    WHERE coalesce(
      (SELECT q.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL OR s.created_at < now() - q.dead_letter_retention_seconds * interval '1 s'
       FROM queues q JOIN projects p ON p.id = q.project_id WHERE q.id = s.queue_id), true)
    ORDER BY s.id
  ) c
  CROSS JOIN LATERAL (SELECT d.id FROM dead_letters d WHERE d.id = c.id FOR UPDATE SKIP LOCKED) x
),
gone AS (
  DELETE FROM dead_letters d WHERE d.id = ANY (ARRAY (SELECT x.id FROM doomed x))
)
SELECT (SELECT s.id FROM stretch s ORDER BY s.id DESC LIMIT 1) AS "lastId", (SELECT count(*)::int FROM stretch) AS examined,
       (SELECT count(*)::int FROM doomed) AS purged
