-- name: reset-database
-- purpose: empties everything but the journal of migrations and the workers, which may be running and know their own rows
-- edges: none
-- params: none
-- index: none
-- locks: all tables, exclusively, for the moment that emptying them takes
-- cost: milliseconds, whatever they hold
DO $$
DECLARE
  emptied text;
BEGIN
  SELECT string_agg(format('%I.%I', schemaname, tablename), ', ' ORDER BY tablename) INTO emptied
  FROM pg_tables
  WHERE schemaname = current_schema() AND tablename NOT IN ('migrations', 'workers', 'worker_heartbeats');
  EXECUTE 'TRUNCATE ' || emptied;
END
$$
