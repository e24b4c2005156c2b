-- name: read-server-clock
-- purpose: the database's clock and how long its server has been up, for the guard of the reaper
-- edges: none
-- params: none
-- index: none
-- locks: none
-- cost: reads no table
SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs",
       extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8 * 1000 AS "serverAgeMs"
