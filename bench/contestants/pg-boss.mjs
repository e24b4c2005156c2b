import { PgBoss } from 'pg-boss';
import { inBench } from '../lab/paths.mjs';
import { PAYLOAD } from '../lab/payload.mjs';
import { PostgresContestant } from './postgres-contestant.mjs';

export const PG_BOSS_TUNED = {
  localConcurrency: 2,
  batchSize: 500,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
};

const FILL_BATCH = 1_000;

export class PgBossContestant extends PostgresContestant {
  name = 'pg-boss';
  title = 'pg-boss';

  constructor(lab, { workOptions = PG_BOSS_TUNED } = {}) {
    super(lab, 'bench_pg_boss');
    this.workOptions = workOptions;
  }

  get settings() {
    return `useListenNotify, queue notify; ${JSON.stringify(this.workOptions)}`;
  }

  async open() {
    await this.openDatabase();
    this.boss = new PgBoss({ connectionString: this.url, supervise: false, schedule: false, useListenNotify: true });
    this.boss.on('error', (error) => console.error(error));
    await this.boss.start();
    await this.boss.createQueue('bench', { notify: true });
  }

  async fill(jobs) {
    for (let at = 0; at < jobs; at += FILL_BATCH) {
      await this.boss.insert(
        'bench',
        Array.from({ length: Math.min(FILL_BATCH, jobs - at) }, () => ({ data: PAYLOAD })),
      );
    }
    await this.client.query('ANALYZE');
  }

  enqueue(payload) {
    return this.boss.send('bench', payload);
  }

  worker() {
    return {
      file: inBench('workers', 'pg-boss.mjs'),
      env: { DATABASE_URL: this.url, WORK_OPTIONS: JSON.stringify(this.workOptions) },
    };
  }

  remaining() {
    return this.scalar(`SELECT count(*)::int FROM pgboss.job WHERE name = 'bench' AND state < 'completed'`);
  }

  async verify(jobs) {
    const done = await this.scalar(`SELECT count(*)::int FROM pgboss.job WHERE name = 'bench' AND state = 'completed'`);
    if (done !== jobs) throw new Error(`${done} of ${jobs} jobs completed`);
  }

  async close() {
    await this.boss?.stop({ graceful: false });
    this.boss = undefined;
    await super.close();
  }
}
