-- name: purge-refresh-tokens
-- purpose: forgets sign-ins that can no longer be renewed
-- edges: none
-- params: none; :k rows at most
-- index: none: a row per sign-in, and few outlive their expiry
-- locks: refresh_tokens, SKIP LOCKED
-- cost: one scan of a small table
WITH doomed AS MATERIALIZED (
  SELECT t.id FROM refresh_tokens t WHERE t.expires_at < now() ORDER BY t.id LIMIT :k FOR UPDATE SKIP LOCKED
),
gone AS (
  DELETE FROM refresh_tokens t WHERE t.id = ANY (ARRAY (SELECT d.id FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
