import { makeWorkerUtils, Logger } from 'graphile-worker';
import { Pool } from 'pg';
import { inBench } from '../lab/paths.mjs';
import { PAYLOAD } from '../lab/payload.mjs';
import { PostgresContestant } from './postgres-contestant.mjs';

export const GRAPHILE_TUNED = {
  concurrentJobs: 24,
  maxPoolSize: 12,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};
export const GRAPHILE_UNBATCHED = { concurrentJobs: 10, maxPoolSize: 12 };

const FILL_BATCH = 1_000;

export class GraphileWorker extends PostgresContestant {
  title = 'graphile-worker';

  constructor(lab, { name = 'graphile-worker', preset = GRAPHILE_TUNED } = {}) {
    super(lab, 'bench_graphile');
    this.name = name;
    this.preset = preset;
  }

  get settings() {
    return JSON.stringify(this.preset);
  }

  async open() {
    await this.openDatabase();
    this.pool = new Pool({ connectionString: this.url, max: 12 });
    // It complains about a pool without handlers of both kinds.
    for (const event of ['error', 'connect']) this.pool.on(event, () => undefined);
    this.utils = await makeWorkerUtils({ pgPool: this.pool, logger: new Logger(() => () => undefined) });
    await this.utils.migrate();
  }

  async fill(jobs) {
    for (let at = 0; at < jobs; at += FILL_BATCH) {
      await this.utils.addJobs(
        Array.from({ length: Math.min(FILL_BATCH, jobs - at) }, () => ({ identifier: 'bench', payload: PAYLOAD })),
      );
    }
    await this.client.query('ANALYZE');
  }

  /** One job straight into the database, as the library does it. */
  enqueue(payload) {
    return this.utils.addJob('bench', payload);
  }

  worker() {
    return {
      file: inBench('workers', 'graphile-worker.mjs'),
      env: { DATABASE_URL: this.url, PRESET: JSON.stringify(this.preset) },
    };
  }

  remaining() {
    return this.scalar('SELECT count(*)::int FROM graphile_worker._private_jobs');
  }

  /** It keeps no history: what it has done is known by the handlers' own count, which the measure compares. */
  async verify() {
    const left = await this.remaining();
    if (left !== 0) throw new Error(`${left} jobs left behind`);
  }

  async close() {
    await this.utils?.release();
    await this.pool?.end();
    this.utils = this.pool = undefined;
    await super.close();
  }
}
