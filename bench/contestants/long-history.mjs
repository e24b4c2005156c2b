// A week behind a project of many queues: what the pages of the admin app read. The kinds of rows are the same whatever the number of
// jobs; what stands and what is open is more than any count goes to, so that caps are reached with few jobs as with many.
import { inBuild } from '../lab/paths.mjs';

const { ControlDatabase } = await import(inBuild('platform', 'database', 'index.js'));
const { RollUp } = await import(inBuild('modules', 'insights', 'roll-up.js'));

const WEEK_MS = 7 * 24 * 3_600_000;
const SCHEDULES = 100;
const WORKERS = 4;
const ERRORS = 40;
const CHUNK = 500_000;

/** Of number n of $1 jobs that have ended: over the week up to a minute ago, the ids in the order of time. */
const AT = `(now() - interval '1 minute' - ${WEEK_MS} * interval '1 millisecond' * (1 - n::float8 / $1::int))`;
const idAt = (
  at,
  salt,
) => `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
  || '8' || substr(md5('${salt}' || n), 1, 15))::uuid`;
/** One queue after the other, one worker after the other. */
const QUEUES = `(SELECT array_agg(q.id ORDER BY q.name) AS ids, count(*)::int AS size, (array_agg(q.project_id))[1] AS project_id FROM queues q)`;
const queueOf = 'q.ids[1 + (n % q.size)]';
const workerOf = `('00000000-0000-7000-8000-00000000000' || (1 + n % ${WORKERS}))::uuid`;
const payload = `jsonb_build_object('text', 'hello', 'n', n)`;
const labels = `jsonb_build_object('customer', (n % 1000)::text)`;
const handler = `CASE WHEN n % 20000 = 7 THEN 'rare' ELSE 'bench' END`;
const error = `jsonb_build_object('name', 'UpstreamError' || n % ${ERRORS}, 'message', 'order ' || n || ' was refused by partner ' || n % ${ERRORS},
  'stack', repeat('at somewhere (file.js:1:1) ', 30))`;
const STATUS = `CASE WHEN n % 100 = 3 THEN 'cancelled' ELSE 'completed' END`;

const ENDED_JOBS = `
  INSERT INTO jobs (id, project_id, queue_id, handler, payload, labels, created_at)
  SELECT ${idAt(AT, 'e')}, q.project_id, ${queueOf}, ${handler}, ${payload}, ${labels}, ${AT}
  FROM generate_series($2::int, $3::int) n, ${QUEUES} q`;
const ENDINGS = `
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at, started_at,
                              finished_at, outcome, final_status)
  SELECT ${idAt(AT, 'e')}, 1, 1, q.project_id, ${queueOf}, ${workerOf}, md5('t' || n)::uuid, ${AT}, ${AT} + n % 50 * interval '1 millisecond',
         ${AT} + n % 50 * interval '1 millisecond', ${AT} + n % 977 * interval '1 millisecond', (${STATUS})::execution_outcome, (${STATUS})::final_status
  FROM generate_series($2::int, $3::int) n, ${QUEUES} q`;
const DEAD_JOBS = `
  INSERT INTO jobs (id, project_id, queue_id, handler, payload, labels, created_at)
  SELECT ${idAt(AT, 'd')}, q.project_id, ${queueOf}, 'bench', ${payload}, ${labels}, ${AT}
  FROM generate_series(1, $1::int) n, ${QUEUES} q`;
const DEAD_ENDINGS = `
  INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at, started_at,
                              finished_at, outcome, final_status, error)
  SELECT ${idAt(AT, 'd')}, s, s, q.project_id, ${queueOf}, ${workerOf}, md5('t' || n || s)::uuid, ${AT}, ${AT}, ${AT}, ${AT}, 'failed',
         CASE WHEN s = 3 THEN 'dead_letter'::final_status END, ${error}
  FROM generate_series(1, $1::int) n, generate_series(1, 3) s, ${QUEUES} q`;
const LETTERS = `
  INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, labels, priority, job_created_at, reason, error, attempt, lease_losses,
                            last_execution_seq, created_at)
  SELECT ${idAt(AT, 'l')}, ${idAt(AT, 'd')}, q.project_id, ${queueOf}, 'bench', ${payload}, ${labels}, 0, ${AT}, 'attempts_exhausted', ${error}, 3, 0, 3, ${AT}
  FROM generate_series(1, $1::int) n, ${QUEUES} q`;
/** $1 jobs that stand now, of status $2. */
const LIVE_JOBS = `
  INSERT INTO jobs (id, project_id, queue_id, handler, payload, labels)
  SELECT ${idAt('now()', '$2')}, q.project_id, ${queueOf}, ${handler}, ${payload}, ${labels} FROM generate_series(1, $1::int) n, ${QUEUES} q`;
const LIVE_ROWS = `
  INSERT INTO live_jobs (job_id, project_id, queue_id, status, priority, run_at, attempt, execution_seq, worker_id, lease_token, claimed_at, started_at, lock_expires_at)
  SELECT ${idAt('now()', '$2')}, q.project_id, ${queueOf}, '$2', n % 3, now() $3, 0, 0, $4
  FROM generate_series(1, $1::int) n, ${QUEUES} q`;
const HELD = `${workerOf}, gen_random_uuid(), now(), now(), now() + interval '1 hour'`;
const NOT_HELD = 'NULL, NULL, NULL, NULL, NULL';

const FURNITURE = [
  `INSERT INTO workers (id, host, pid, version, handlers, capacity, in_flight, last_heartbeat_at)
   SELECT ${workerOf}, 'host-' || n, n, '0.1.0', '{bench}', 200, 100, now() + interval '1 hour' FROM generate_series(1, ${WORKERS}) n`,
  `INSERT INTO schedules (id, project_id, queue_id, name, kind, cron, handler, payload, next_slot_at)
   SELECT gen_random_uuid(), q.project_id, ${queueOf}, 'schedule-' || n, 'cron', '*/5 * * * *', 'bench', '{}', now() + interval '5 minutes'
   FROM generate_series(1, ${SCHEDULES}) n, ${QUEUES} q`,
  `INSERT INTO users (id, email, name, password_hash) SELECT gen_random_uuid(), 'member-' || n || '@example.com', 'Member ' || n, '' FROM generate_series(1, 50) n`,
  `INSERT INTO memberships (organization_id, user_id, role) SELECT o.id, u.id, 'member' FROM organizations o, users u`,
  `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes, expires_at)
   SELECT gen_random_uuid(), p.id, 'key ' || n, 'rota_' || n, sha256(n::text::bytea), '{read}', now() + n * interval '1 day' FROM projects p, generate_series(1, 20) n`,
];
/** One in fifty jobs was made by a schedule. */
const RUNS = `
  INSERT INTO schedule_runs (schedule_id, slot, outcome, job_id)
  SELECT s.id, now() - r * interval '5 minutes', 'enqueued', j.id
  FROM (SELECT x.id, row_number() OVER () AS n FROM schedules x) s
  CROSS JOIN generate_series(1, greatest(20, $1::int / ${50 * SCHEDULES})) r
  CROSS JOIN LATERAL (SELECT x.id FROM jobs x ORDER BY x.id OFFSET (s.n * 7 + r) % 100 LIMIT 1) j`;
const AUDIT = `
  INSERT INTO audit_log (id, organization_id, project_id, actor_kind, action, target_kind, target_id, reason, created_at)
  SELECT ${idAt(AT, 'a')}, o.id, q.project_id, 'system', CASE WHEN n % 2 = 0 THEN 'queue.paused' ELSE 'job.cancelled' END, 'queue', ${queueOf}::text, 'why', ${AT}
  FROM generate_series(1, $1::int) n, ${QUEUES} q, organizations o`;
const LOGS = `
  INSERT INTO job_logs (job_id, execution_seq, message) SELECT j.id, 1, 'line ' || n FROM (SELECT x.id FROM jobs x ORDER BY x.id LIMIT 1) j, generate_series(1, 10000) n`;

/** Fills the database of one project with `jobs` jobs, of which a hundredth waits, one is delayed and one is dead, but never less than `least`. */
export async function fillHistory(database, { jobs, least }) {
  const { client } = database;
  const many = Math.max(least, Math.round(jobs / 100));
  // As many as workers have slots, which no history changes.
  const running = Math.ceil(least / 50);
  // One transaction: the ids are made from its now(), alike in every table.
  await client.query('BEGIN');
  for (const statement of FURNITURE) await client.query(statement);
  const ended = jobs - 3 * many - running;
  for (let from = 1; from <= ended; from += CHUNK) {
    const span = [ended, from, Math.min(ended, from + CHUNK - 1)];
    await client.query(ENDED_JOBS, span);
    await client.query(ENDINGS, span);
  }
  for (const statement of [DEAD_JOBS, DEAD_ENDINGS, LETTERS]) await client.query(statement, [many]);
  await addLive(client, many, 'queued', `- interval '5 minutes'`, NOT_HELD);
  await addLive(client, many, 'scheduled', `+ interval '1 hour'`, NOT_HELD);
  await addLive(client, running, 'running', '', HELD);
  await client.query(RUNS, [jobs]);
  await client.query(AUDIT, [many]);
  await client.query(LOGS);
  await client.query('COMMIT');
  await client.query('VACUUM (ANALYZE)');
  await rollUp(database.url);
}

async function addLive(client, count, status, due, held) {
  const filled = (statement) => statement.replaceAll('$2', status).replace('$3', due).replace('$4', held);
  await client.query(filled(LIVE_JOBS), [count]);
  await client.query(filled(LIVE_ROWS), [count]);
}

/** By the scheduler's own statement: the last day. */
async function rollUp(url) {
  const control = new ControlDatabase({
    url,
    name: 'rota-bench',
    max: 1,
    statementTimeoutMs: 120_000,
    connectTimeoutMs: 5_000,
  });
  try {
    const rollUps = new RollUp(control);
    while (await rollUps.runOnce());
    await control.query('VACUUM (ANALYZE) queue_stats');
  } finally {
    await control.close();
  }
}
