import { inBench, inBuild, inProject } from '../lab/paths.mjs';
import { PostgresContestant } from './postgres-contestant.mjs';
import { RotaDatabase } from './rota-database.mjs';

/** As it is shipped, with a worker of 24 slots; everything else at its default. */
export class Rota extends PostgresContestant {
  constructor(lab, { name = 'rota', capacity = 24, projects = 1, queues = 1, execArgv = [], env = {} } = {}) {
    super(lab, `bench_${name.replaceAll(/[^a-z0-9]/g, '_')}`);
    this.title = `Rota${name === 'rota' ? '' : ` (${name.replace('rota.', '')})`}`;
    this.name = name;
    this.options = { capacity, projects, queues, execArgv, env };
  }

  get settings() {
    return this.options.capacity === null
      ? 'as shipped (WORKER_CAPACITY 5)'
      : `WORKER_CAPACITY ${this.options.capacity}`;
  }

  async open() {
    this.database = await RotaDatabase.create(this.lab, this.databaseName, this.options);
  }

  async fill(jobs) {
    await this.database.addJobs(jobs);
  }

  worker() {
    return {
      file: inBuild('main.js'),
      cwd: inProject(),
      execArgv: this.options.execArgv,
      env: {
        ROLE: 'worker',
        DATABASE_URL: this.database.url,
        OPERATIONS_PORT: '0',
        SECRETS_KEY: `bench-${'x'.repeat(40)}`,
        LOG_LEVEL: 'warn',
        HANDLER_MODULES: inBench('workers', 'rota-handler.mjs'),
        ...(this.options.capacity !== null && { WORKER_CAPACITY: String(this.options.capacity) }),
        ...this.options.env,
      },
    };
  }

  /** Keeps the jobs back until all workers stand ready, so that none has a head start. */
  async hold() {
    await this.database.client.query(`UPDATE queues SET paused_at = now()`);
  }

  async release(workers) {
    await this.database.untilWorkers(workers);
    await this.database.client.query('UPDATE queues SET paused_at = NULL');
    await this.database.client.query(`SELECT pg_notify('rota_queued', '')`);
  }

  remaining() {
    return this.database.liveJobs();
  }

  verify(jobs) {
    return this.database.verify(jobs);
  }

  async close() {
    await this.database?.drop();
    this.database = undefined;
  }
}
