import { createPostgresBackend, Queue } from 'bullmq';
import { inBench } from '../lab/paths.mjs';
import { PAYLOAD } from '../lab/payload.mjs';
import { startRedis } from '../lab/redis.mjs';
import { PostgresContestant } from './postgres-contestant.mjs';

const FILL_BATCH = 1_000;
const JOB_OPTIONS = { removeOnComplete: true };

async function fillQueue(queue, jobs) {
  for (let at = 0; at < jobs; at += FILL_BATCH) {
    await queue.addBulk(
      Array.from({ length: Math.min(FILL_BATCH, jobs - at) }, () => ({
        name: 'bench',
        data: PAYLOAD,
        opts: JOB_OPTIONS,
      })),
    );
  }
}

async function remainingIn(queue) {
  const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized', 'paused', 'failed');
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** On Redis with an append-only file; finished jobs are removed, which is its faster way. */
export class BullMqRedis {
  jobsShare = 1;

  constructor({ name = 'bullmq', appendFsync = 'everysec', concurrency = 100 } = {}) {
    this.name = name;
    this.title = `BullMQ on Redis (${appendFsync})`;
    this.appendFsync = appendFsync;
    this.concurrency = concurrency;
  }

  get settings() {
    return `concurrency ${this.concurrency}, removeOnComplete; appendonly yes, appendfsync ${this.appendFsync}`;
  }

  async open() {
    this.redis = await startRedis(this.appendFsync);
    this.queue = new Queue('bench', { connection: this.connection });
    this.queue.on('error', (error) => console.error(error));
    await this.queue.waitUntilReady();
  }

  get connection() {
    return { host: '127.0.0.1', port: this.redis.port, maxRetriesPerRequest: null };
  }

  fill(jobs) {
    return fillQueue(this.queue, jobs);
  }

  enqueue(payload) {
    return this.queue.add('bench', payload, JOB_OPTIONS);
  }

  async settle() {
    // Nothing to write out: the append-only file is as far as its setting says.
  }

  worker() {
    return {
      file: inBench('workers', 'bullmq.mjs'),
      env: { BACKEND: 'redis', CONNECTION: JSON.stringify(this.connection), CONCURRENCY: String(this.concurrency) },
    };
  }

  remaining() {
    return remainingIn(this.queue);
  }

  async verify() {
    const left = await this.remaining();
    if (left !== 0) throw new Error(`${left} jobs left behind`);
  }

  cpuSeconds() {
    return this.redis.cpuSeconds();
  }

  walBytes() {
    return undefined;
  }

  async close() {
    await this.queue?.close();
    await this.redis?.stop();
    this.queue = this.redis = undefined;
  }
}

/** On PostgreSQL, its own backend. */
export class BullMqPostgres extends PostgresContestant {
  title = 'BullMQ on PostgreSQL';

  constructor(lab, { name = 'bullmq-postgres', concurrency = 20, jobsShare = 0.1 } = {}) {
    super(lab, 'bench_bullmq');
    this.name = name;
    this.concurrency = concurrency;
    this.jobsShare = jobsShare;
  }

  get settings() {
    return `concurrency ${this.concurrency}, removeOnComplete`;
  }

  async open() {
    await this.openDatabase();
    this.queue = new Queue(
      'bench',
      { connection: { connectionString: this.url, migrate: true } },
      createPostgresBackend,
    );
    this.queue.on('error', (error) => console.error(error));
    await this.queue.waitUntilReady();
  }

  async fill(jobs) {
    await fillQueue(this.queue, jobs);
    await this.client.query('ANALYZE');
  }

  enqueue(payload) {
    return this.queue.add('bench', payload, JOB_OPTIONS);
  }

  worker() {
    const connection = { connectionString: this.url, max: this.concurrency + 2 };
    return {
      file: inBench('workers', 'bullmq.mjs'),
      env: { BACKEND: 'postgres', CONNECTION: JSON.stringify(connection), CONCURRENCY: String(this.concurrency) },
    };
  }

  remaining() {
    return remainingIn(this.queue);
  }

  async verify() {
    const left = await this.remaining();
    if (left !== 0) throw new Error(`${left} jobs left behind`);
  }

  async close() {
    await this.queue?.close();
    this.queue = undefined;
    await super.close();
  }
}
