-- The age of the oldest transaction, for an alarm: it keeps vacuum from removing dead rows. Only an owner (or a member of
-- pg_read_all_stats) sees the sessions of others, and rota_app shall see nothing but the number.
CREATE FUNCTION rota_oldest_transaction_seconds() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT greatest(0, extract(epoch FROM clock_timestamp() - least(
    (SELECT min(a.xact_start) FROM pg_catalog.pg_stat_activity a
     WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND a.pid <> pg_backend_pid()),
    (SELECT min(p.prepared) FROM pg_catalog.pg_prepared_xacts p WHERE p.database = current_database()),
    clock_timestamp())))::double precision
$$;
COMMENT ON FUNCTION rota_oldest_transaction_seconds IS 'age of the oldest transaction in this database that the owner of this function may see';
REVOKE EXECUTE ON FUNCTION rota_oldest_transaction_seconds() FROM PUBLIC;

ALTER FUNCTION rota_grant_application() RENAME TO rota_grant_tables;
CREATE FUNCTION rota_grant_application() RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF NOT rota_grant_tables() THEN
    RETURN false;
  END IF;
  GRANT EXECUTE ON FUNCTION rota_oldest_transaction_seconds() TO rota_app;
  RETURN true;
END
$$;
COMMENT ON FUNCTION rota_grant_application IS 'makes the role rota_app if it may, and gives it what the processes need; repeatable';
SELECT rota_grant_application();
