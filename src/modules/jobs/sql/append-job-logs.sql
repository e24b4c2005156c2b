-- name: append-job-logs
-- purpose: appends lines to the logs of jobs whose lease the caller still holds, up to a number of lines and bytes per job; what comes
--   after that is refused (the table is append-only, so nothing older is dropped)
-- edges: none
-- params: $1 uuid[] job_id, $2 uuid[] lease_token, $3 int[] execution_seq, $4 text[] message, $5 text[] data or null
-- index: primary keys of live_jobs and job_logs
-- locks: none
-- cost: reads at most the capped number of lines of each job of the batch once
WITH d AS MATERIALIZED (
  SELECT u.job_id, u.lease_token, u.execution_seq, u.message, u.ord,
    CASE WHEN u.data IS NULL THEN NULL WHEN pg_input_is_valid(u.data, 'jsonb') THEN u.data ELSE '{"unstorable":true}' END AS data
  FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[]) WITH ORDINALITY
    AS u(job_id, lease_token, execution_seq, message, data, ord)
),
held AS MATERIALIZED (
  SELECT g.job_id, g.lease_token, o.lines, o.bytes FROM (SELECT DISTINCT d.job_id, d.lease_token FROM d) g
  CROSS JOIN LATERAL (
    SELECT 1 FROM live_jobs l WHERE l.job_id = g.job_id AND l.lease_token = g.lease_token LIMIT 1
  ) l
  CROSS JOIN LATERAL (
    SELECT count(*) AS lines, coalesce(sum(octet_length(x.message) + coalesce(pg_column_size(x.data), 0)), 0) AS bytes
    FROM job_logs x WHERE x.job_id = g.job_id
  ) o
),
counted AS (
  SELECT d.*, h.lines + row_number() OVER w AS line_no,
    h.bytes + sum(octet_length(d.message) + coalesce(octet_length(d.data), 0)) OVER w AS bytes_so_far
  FROM d JOIN held h ON h.job_id = d.job_id AND h.lease_token = d.lease_token
  WINDOW w AS (PARTITION BY d.job_id ORDER BY d.ord ROWS UNBOUNDED PRECEDING)
)
INSERT INTO job_logs (job_id, execution_seq, message, data)
SELECT c.job_id, c.execution_seq, c.message, c.data::jsonb FROM counted c
WHERE c.line_no <= :maxLines AND c.bytes_so_far <= :maxBytes
ORDER BY c.ord
