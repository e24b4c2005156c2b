// Rota's schema and rows, written by SQL: what a run finds, not what it measures.
import { setTimeout as delay } from 'node:timers/promises';
import { runRota } from '../../scripts/start/command-line.mjs';
import { PAYLOAD } from '../lab/payload.mjs';

const TEMPLATE = 'rota_template';
/** Ordered like those that the application mints (UUIDv7): time, then a counter. `$1` offsets one seeding against another. */
const UUID = `(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + $1::int + n / 4096), 12, '0') || '7'
  || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid`;

export class RotaDatabase {
  /** A database with Rota's schema, an organization and `projects` projects of `queues` queues each. */
  static async create(lab, name, { projects = 1, queues = 1 } = {}) {
    await ensureTemplate(lab);
    await lab.createDatabase(name, TEMPLATE);
    const client = await lab.connect(name);
    const database = new RotaDatabase(lab, name, client);
    await client.query(`INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Bench')`);
    await client.query(
      `INSERT INTO projects (id, organization_id, name)
       SELECT gen_random_uuid(), o.id, 'Bench ' || n FROM organizations o, generate_series(1, $1::int) n`,
      [projects],
    );
    database.queueIds = await database.addQueues(queues);
    return database;
  }

  queueIds = [];

  constructor(lab, name, client) {
    this.lab = lab;
    this.name = name;
    this.client = client;
  }

  get url() {
    return this.lab.url(this.name);
  }

  async addQueues(perProject) {
    const { rows } = await this.client.query(
      `INSERT INTO queues (id, project_id, name)
       SELECT gen_random_uuid(), p.id, 'bench-' || n FROM projects p, generate_series(1, $1::int) n RETURNING id`,
      [perProject],
    );
    return rows.map((row) => row.id);
  }

  /** Queued jobs, in turn over the queues; the tables are analysed afterwards, as a server's autovacuum would have done. */
  async addJobs(count, { queueIds = this.queueIds, handler = 'bench', payload = PAYLOAD, isAnalysed = true } = {}) {
    await this.client.query(
      `WITH j AS (
         INSERT INTO jobs (id, project_id, queue_id, handler, payload)
         SELECT ${UUID}, q.project_id, q.id, $3, $4::jsonb
         FROM generate_series(1, $5::int) n JOIN queues q ON q.id = ($2::uuid[])[1 + n % cardinality($2::uuid[])]
         ORDER BY n
         RETURNING id, project_id, queue_id)
       INSERT INTO live_jobs (job_id, project_id, queue_id, status, run_at)
       SELECT id, project_id, queue_id, 'queued', now() FROM j`,
      [0, queueIds, handler, payload, count],
    );
    if (isAnalysed) await this.client.query('ANALYZE jobs, live_jobs, job_executions, queues, projects');
  }

  /** Jobs that were completed an hour ago, with their history. */
  async addFinishedJobs(count, chunk = 250_000) {
    for (let done = 0; done < count; done += chunk) {
      await this.client.query(
        `WITH j AS (
           INSERT INTO jobs (id, project_id, queue_id, handler, payload, created_at)
           SELECT ${UUID}, q.project_id, q.id, 'bench', $3::jsonb, now() - interval '1 hour'
           FROM generate_series(1, $4::int) n JOIN queues q ON q.id = ($2::uuid[])[1 + n % cardinality($2::uuid[])]
           ORDER BY n
           RETURNING id, project_id, queue_id, created_at)
         INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, claimed_at, started_at,
                                     finished_at, outcome, final_status)
         SELECT id, 1, 1, project_id, queue_id, $5::uuid, gen_random_uuid(), created_at, created_at, created_at, 'completed', 'completed' FROM j`,
        [
          -3_600_000 + done,
          this.queueIds,
          PAYLOAD,
          Math.min(chunk, count - done),
          '00000000-0000-7000-8000-000000000000',
        ],
      );
    }
    await this.client.query('VACUUM (ANALYZE) jobs, live_jobs, job_executions');
  }

  async clear() {
    await this.client.query('TRUNCATE jobs, live_jobs, job_executions, worker_heartbeats, workers');
  }

  /** Until that many workers have registered and had the time to look round once. */
  async untilWorkers(count) {
    for (;;) {
      const { rows } = await this.client.query(`SELECT count(*)::int AS n FROM workers WHERE state = 'live'`);
      if (rows[0].n >= count) break;
      await delay(50);
    }
    await delay(1_000);
  }

  async liveJobs() {
    const { rows } = await this.client.query('SELECT count(*)::int AS n FROM live_jobs');
    return rows[0].n;
  }

  /** Each job was executed exactly once, and completed. @throws Error saying what was found */
  async verify(jobs, finishedBefore = 0) {
    const { rows } = await this.client.query(
      `SELECT count(*)::int AS executions, count(DISTINCT job_id)::int AS jobs, count(*) FILTER (WHERE outcome <> 'completed')::int AS failed
       FROM job_executions`,
    );
    const [found] = rows;
    if (found.executions === jobs + finishedBefore && found.jobs === found.executions && found.failed === 0) return;
    throw new Error(`expected ${jobs + finishedBefore} completed executions, found ${JSON.stringify(found)}`);
  }

  async drop() {
    await this.client.end();
    await this.lab.dropDatabase(this.name);
  }
}

async function ensureTemplate(lab) {
  const found = await lab.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (found.length > 0) return;
  await lab.createDatabase(TEMPLATE);
  await runRota(['migrate'], { ...process.env, DATABASE_URL: lab.url(TEMPLATE) });
}
