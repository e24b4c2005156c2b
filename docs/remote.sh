# Variables and helpers of the documentation's commands, for an installation in production. Needs curl and Node. Say which one, then read it in:
#   export ROTA_URL=https://rota-api.example.com ROTA_PROJECT_ID=… ROTA_API_KEY=rota_…
#   export ROTA_ON=compose       # or kubernetes; compose is asked from the folder of docker-compose.yml
#   . docs/remote.sh

if [ -z "${ROTA_URL:-}" ] || [ -z "${ROTA_PROJECT_ID:-}" ] || [ -z "${ROTA_API_KEY:-}" ]; then
  echo 'set ROTA_URL, ROTA_PROJECT_ID and ROTA_API_KEY first: the head of docs/remote.sh shows how' >&2
  return 1
fi

# Where the commands of the pages go.
API="$ROTA_URL/api/v1"
PROJECT="$API/projects/$ROTA_PROJECT_ID"
AUTH="Authorization: Bearer $ROTA_API_KEY"
JSON='Content-Type: application/json'

# The command line, in a container that knows the database and your handlers.
rota() {
  case "${ROTA_ON:-compose}" in
    kubernetes) kubectl -n rota exec -i deployment/rota-api -- rota "$@" ;;
    *) docker compose run --rm migrate rota "$@" ;;
  esac
}

# operations ROLE PATH: what the private port of a role answers, in place of `curl "$OPS_…/metrics"`: operations scheduler /metrics
operations() {
  ask="fetch('http://127.0.0.1:9464$2').then((answer) => answer.text()).then(console.log)"
  case "${ROTA_ON:-compose}" in
    kubernetes) kubectl -n rota exec "deployment/rota-$1" -- node -e "$ask" ;;
    *) docker compose exec -T "$1" node -e "$ask" ;;
  esac
}

# field NAME: one field of the JSON on standard input.
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }

# sign_in: an access token of yours, for what no API key may do; takes ROTA_EMAIL and ROTA_PASSWORD. It lasts 15 minutes.
sign_in() {
  curl -s "$API/auth/login" -H "$JSON" \
    -d "$(node -p 'JSON.stringify({ email: process.env.ROTA_EMAIL, password: process.env.ROTA_PASSWORD })')" | field accessToken
}
