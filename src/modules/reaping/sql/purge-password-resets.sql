-- name: purge-password-resets
-- purpose: forgets links to set a new password that have expired
-- edges: none
-- params: none; :k rows at most
-- index: none: a row per forgotten password, and few outlive their expiry
-- locks: password_resets, SKIP LOCKED
-- cost: one scan of a small table
WITH doomed AS MATERIALIZED (
  SELECT r.token_hash FROM password_resets r WHERE r.expires_at < now() ORDER BY r.token_hash LIMIT :k FOR UPDATE SKIP LOCKED
),
gone AS (
  DELETE FROM password_resets r WHERE r.token_hash = ANY (ARRAY (SELECT d.token_hash FROM doomed d))
)
SELECT count(*)::int AS purged FROM doomed
