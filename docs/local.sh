# Variables and helpers of the documentation's commands, for the system that `npm start` runs. Read it in: . docs/local.sh
# For an installation in production: docs/remote.sh.

# What a start that was killed has left behind describes nothing that runs.
if ! kill -0 "$(sed -n 's/^ *"pid": \([0-9]*\).*/\1/p' "${ROTA_HOME:-.rota}/local.json" 2> /dev/null)" 2> /dev/null; then
  echo 'Rota does not run here: npm start (in this folder, or name its data with ROTA_HOME)' >&2
  return 1
fi

read_local() { node -p "JSON.parse(require('fs').readFileSync('${ROTA_HOME:-.rota}/local.json', 'utf8')).$1"; }

export ROTA_URL ROTA_PROJECT_ID ROTA_API_KEY
ROTA_URL=$(read_local apiUrl)
ROTA_PROJECT_ID=$(read_local projectId)
ROTA_API_KEY=$(read_local apiKey)

# Where the commands of the pages go.
API="$ROTA_URL/api/v1"
PROJECT="$API/projects/$ROTA_PROJECT_ID"
AUTH="Authorization: Bearer $ROTA_API_KEY"
JSON='Content-Type: application/json'
export RECEIVER MAILS
RECEIVER=$(read_local receiverUrl)
MAILS=$(read_local mailUrl)

# Health and metrics of the three processes; in production these ports are private.
OPS_API=$(read_local operationsUrls.api)
OPS_WORKER=$(read_local operationsUrls.worker)
OPS_SCHEDULER=$(read_local operationsUrls.scheduler)

# For `rota` and for psql; the second one owns the tables. Not exported: `npm start` in this shell would take them for a PostgreSQL of your own.
DATABASE_URL=$(read_local databaseUrl)
MIGRATION_DATABASE_URL=$(read_local ownerDatabaseUrl)

# The settings of the running processes (SECRETS_KEY, HANDLER_MODULES, SMTP_URL …), for `node --env-file`.
SETTINGS="${ROTA_HOME:-.rota}/local.env"

# The command line; it knows the handlers that the running processes know. In the image: node dist/src/cli/main.js
rota() {
  DATABASE_URL="$DATABASE_URL" MIGRATION_DATABASE_URL="$MIGRATION_DATABASE_URL" \
    node_modules/.bin/node --env-file="$SETTINGS" dist/src/cli/main.js "$@"
}

# field NAME: one field of the JSON on standard input.
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }

# sign_in: an access token of the demo login, for what no API key may do. It lasts 15 minutes.
sign_in() {
  curl -s "$API/auth/login" -H "$JSON" -d "{\"email\":\"$(read_local email)\",\"password\":\"$(read_local password)\"}" |
    field accessToken
}

# wait_for JOB STATUS: looks twice a second until the job has that status, for a minute at most.
wait_for() {
  for _ in $(seq 120); do
    if [ "$(curl -s "$PROJECT/jobs/$1" -H "$AUTH" | field status)" = "$2" ]; then return 0; fi
    sleep 0.5
  done
  echo "job $1 has not become $2" >&2
  return 1
}
