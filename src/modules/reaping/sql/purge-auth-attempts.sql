-- name: purge-auth-attempts
-- purpose: forgets failed sign-ins that count no longer, whatever the window (a day at most)
-- edges: none
-- params: none; :k rows at most
-- index: auth_attempts_time
-- locks: auth_attempts, SKIP LOCKED
-- cost: one index range
WITH doomed AS MATERIALIZED (
  SELECT a.subject, a.id FROM auth_attempts a WHERE a.attempted_at < now() - interval '1 day'
  ORDER BY a.attempted_at LIMIT :k FOR UPDATE SKIP LOCKED
),
gone AS (
  DELETE FROM auth_attempts a USING doomed d WHERE a.subject = d.subject AND a.id = d.id
)
SELECT count(*)::int AS purged FROM doomed
