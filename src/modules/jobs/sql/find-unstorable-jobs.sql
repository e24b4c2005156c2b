-- name: find-unstorable-jobs
-- purpose: says which items of a refused bulk the CHECKs of jobs would refuse, by their number; read only, on the error path
-- edges: none
-- params: $1 text[] payload, $2 text[] labels or null
-- index: none
-- locks: none
-- cost: one conversion of each payload
SELECT u.ord::int AS "position",
  CASE WHEN octet_length(u.payload::jsonb::text) > 131072 THEN 'jobs_payload_bytes' ELSE 'jobs_labels_bytes' END AS "constraint"
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u(payload, labels, ord)
WHERE CASE WHEN pg_input_is_valid(u.payload, 'jsonb') AND (u.labels IS NULL OR pg_input_is_valid(u.labels, 'jsonb'))
  THEN octet_length(u.payload::jsonb::text) > 131072 OR coalesce(octet_length(u.labels::jsonb::text) > 8192, false)
END
ORDER BY u.ord
