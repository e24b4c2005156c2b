DROP FUNCTION rota_packed_counts(integer[]);
ALTER TABLE queue_stats DROP COLUMN wait_packed, DROP COLUMN run_packed;
