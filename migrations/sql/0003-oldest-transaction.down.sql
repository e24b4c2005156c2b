DROP FUNCTION rota_grant_application();
ALTER FUNCTION rota_grant_tables() RENAME TO rota_grant_application;
DROP FUNCTION rota_oldest_transaction_seconds();
