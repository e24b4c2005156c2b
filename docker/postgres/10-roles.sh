#!/bin/sh
# Runs once, when the database is made. The processes connect as rota_service, which has the rights of rota_app (given by the
# migration) and none on the schema or on history; only `migrate` connects as the owner.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE rota_app NOLOGIN;
CREATE ROLE rota_service LOGIN PASSWORD :'password' IN ROLE rota_app;
SQL
