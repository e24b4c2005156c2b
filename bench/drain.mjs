// Drains no-op jobs with one worker process and prints jobs/s, CPU per job of worker and server, WAL per job, and the claim plan.
// npm run bench:drain -- [--jobs 50000] [--capacity 24] [--workers 1] [--stats analysed|never|empty]
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { freePort, startEmbeddedPostgres } from '../scripts/postgres/embedded.mjs';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '50000' },
    capacity: { type: 'string', default: '24' },
    workers: { type: 'string', default: '1' },
    queues: { type: 'string', default: '1' },
    stats: { type: 'string', default: 'analysed' },
    plan: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const jobs = Number(options.jobs);
const PAYLOAD = JSON.stringify({ text: 'x'.repeat(88) });
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: 100 };
const TICKS_PER_SECOND = 100;

const folder = mkdtempSync(path.join(tmpdir(), 'rota-bench-'));
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'data'),
  port: await freePort(),
  password: 'bench',
  settings: SETTINGS,
});
async function main() {
  const url = server.url('postgres');
  await run(process.execPath, ['dist/src/cli/main.js', 'migrate'], { DATABASE_URL: url });
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the server goes while we still hold it only when something else has failed
  await client.connect();
  await client.query('ALTER SYSTEM SET autovacuum = on');
  const queueIds = await seedQueues(client, Number(options.queues));
  if (options.stats === 'empty') await client.query('ANALYZE');
  if (options.stats !== 'analysed') {
    // The state must last for the whole run.
    for (const table of ['jobs', 'live_jobs', 'job_executions'])
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await seedJobs(client, queueIds, jobs);
  if (options.stats === 'analysed') await client.query('ANALYZE');
  await client.query('CHECKPOINT');
  if (options.plan) await printPlan(client, queueIds[0]);
  const result = await drain(client, url);
  await client.end();
  console.log(options.json ? JSON.stringify(result) : table(result));
}

async function seedQueues(client, count) {
  await client.query(`INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Bench')`);
  await client.query(
    `INSERT INTO projects (id, organization_id, name) SELECT gen_random_uuid(), id, 'Bench' FROM organizations`,
  );
  const { rows } = await client.query(
    `INSERT INTO queues (id, project_id, name) SELECT gen_random_uuid(), p.id, 'bench-' || n FROM projects p, generate_series(1, $1::int) n RETURNING id`,
    [count],
  );
  return rows.map((row) => row.id);
}

async function seedJobs(client, queueIds, count) {
  await client.query(
    `WITH j AS (
       INSERT INTO jobs (id, project_id, queue_id, handler, payload)
       SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + n / 4096), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
               || '8' || substr(md5(n::text), 1, 15))::uuid, q.project_id, q.id, 'noop', $2::jsonb
       FROM generate_series(1, $3::int) n JOIN queues q ON q.id = ($1::uuid[])[1 + n % cardinality($1::uuid[])]
       RETURNING id, project_id, queue_id)
     INSERT INTO live_jobs (job_id, project_id, queue_id, status, run_at) SELECT id, project_id, queue_id, 'queued', now() FROM j`,
    [queueIds, PAYLOAD, count],
  );
}

async function drain(client, url) {
  const before = await counters(client);
  const workers = Array.from({ length: Number(options.workers) }, (_, index) => startWorker(url, index));
  const pids = workers.map((worker) => worker.pid);
  let workerTicks = 0;
  let peakRss = 0;
  let warm;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { rows } = await client.query(
      'SELECT EXISTS (SELECT 1 FROM live_jobs) AS left, EXISTS (SELECT 1 FROM job_executions) AS begun',
    );
    if (rows[0].begun && !warm) warm = { ...(await counters(client)), workerTicks: sum(pids.map(ticksOf)) };
    workerTicks = sum(pids.map(ticksOf));
    peakRss = Math.max(peakRss, ...pids.map(rssOf));
    if (!rows[0].left) break;
  }
  const after = await counters(client);
  const { rows } = await client.query(
    `SELECT count(*)::int AS done, count(DISTINCT job_id)::int AS distinct_jobs,
            extract(epoch FROM max(finished_at) - min(started_at))::float8 AS seconds,
            (SELECT array_agg(n) FROM (SELECT count(*)::int AS n FROM job_executions GROUP BY worker_id) w) AS shares
     FROM job_executions`,
  );
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
  const [{ done, distinct_jobs: distinct, seconds, shares }] = rows;
  if (done !== jobs || distinct !== jobs) throw new Error(`${done} executions of ${distinct} jobs, expected ${jobs}`);
  return {
    jobs,
    seconds,
    jobsPerSecond: Math.round(jobs / seconds),
    workerCpuUs: Math.round(((workerTicks - (warm?.workerTicks ?? 0)) / TICKS_PER_SECOND / jobs) * 1e6),
    serverCpuUs: Math.round(((after.serverTicks - before.serverTicks) / TICKS_PER_SECOND / jobs) * 1e6),
    walBytes: Math.round((after.wal - before.wal) / jobs),
    peakRssMb: Math.round(peakRss / 1024 / 1024),
    shares,
  };
}

function startWorker(url, index) {
  const profile = options.profile ? ['--cpu-prof', '--cpu-prof-dir=bench/profiles'] : [];
  if (process.env.WORKER_NODE_FLAGS) profile.push(...process.env.WORKER_NODE_FLAGS.split(' '));
  return spawn(process.execPath, [...profile, 'dist/src/main.js'], {
    env: {
      ...process.env,
      ROLE: 'worker',
      DATABASE_URL: url,
      OPERATIONS_PORT: '0',
      WORKER_CAPACITY: options.capacity,
      SECRETS_KEY: `bench-${'x'.repeat(40)}`,
      LOG_LEVEL: 'warn',
      WORKER_INDEX: String(index),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function printPlan(client, queueId) {
  const text = readFileSync('src/modules/claiming/sql/claim-jobs.sql', 'utf8').replace(/^(--[^\n]*\n)+/, '');
  await client.query('BEGIN');
  for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
    await client.query(`SET LOCAL ${name} = off`);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [
    [queueId],
    [100],
    [1],
    [1],
    [false],
    [32000],
    [-32000],
    ['-infinity'],
    ['00000000-0000-0000-0000-000000000000'],
    queueId,
    30000,
  ]);
  await client.query('ROLLBACK');
  console.log(rows.map((row) => row['QUERY PLAN']).join('\n'));
}

async function counters(client) {
  const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS wal`);
  return { wal: Number(rows[0].wal), serverTicks: sum(serverPids().map(ticksOf)) };
}

function serverPids() {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [server.pid, ...children.map(Number).filter((pid) => parentOf(pid) === server.pid)];
}

const statOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  } catch {
    return undefined;
  }
};
const parentOf = (pid) => Number(statOf(pid)?.[1] ?? -1);
/** User and system time, in clock ticks; a child that has ended counts in its parent (fields cutime, cstime) for the server. */
const ticksOf = (pid) => {
  const stat = statOf(pid);
  return stat
    ? Number(stat[11]) + Number(stat[12]) + (pid === server.pid ? Number(stat[13]) + Number(stat[14]) : 0)
    : 0;
};
const rssOf = (pid) => Number(statOf(pid)?.[21] ?? 0) * 4096;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}`))));
  });
}

const table = (result) =>
  Object.entries(result)
    .map(([name, value]) => `${name.padEnd(16)} ${Array.isArray(value) ? value.join(' ') : value}`)
    .join('\n');

try {
  await main();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
