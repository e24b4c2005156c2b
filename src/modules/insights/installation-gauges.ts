import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { CachedReading, Metrics } from '../../platform/metrics/index.js';
import { INSTALLATION_METRICS, MAX_LETTERS } from './insights.metrics.js';

/** The tables whose dead rows slow claims down, or whose vacuum takes long. */
const WATCHED_TABLES = [
  'live_jobs',
  'jobs',
  'job_executions',
  'idempotency_keys',
  'dead_letters',
  'queue_stats',
  'workers',
];
const STATES = ['live', 'draining', 'stopped', 'dead'] as const;

const WORKERS =
  'SELECT w.state::text AS state, count(*)::int AS workers, sum(w.capacity)::int AS slots FROM workers w GROUP BY w.state';
const OPEN_LETTERS = `
  SELECT count(*)::int AS letters
  FROM (SELECT 1 FROM dead_letters d WHERE d.replayed_at IS NULL AND d.discarded_at IS NULL LIMIT ${MAX_LETTERS}) x`;
const OLDEST_TRANSACTION = 'SELECT rota_oldest_transaction_seconds() AS seconds';
const TABLES = `
  SELECT t.relname AS "table", t.n_dead_tup AS dead, t.n_live_tup AS live
  FROM pg_stat_user_tables t WHERE t.relname = ANY ($1) AND t.schemaname = current_schema()`;

/** Workers, open letters, and the health of the database. Each is one bounded statement, and the answer serves all scrapes of ten seconds. */
@Injectable()
export class InstallationGauges {
  constructor(
    private readonly database: AppDatabase,
    private readonly metrics: Metrics,
  ) {}

  register(): void {
    this.registerWorkers();
    this.registerTables();
    const letters = this.reading<{ letters: number }>(OPEN_LETTERS);
    this.metrics.gauge(INSTALLATION_METRICS.openLetters, async (set) => {
      for (const row of await letters()) set({}, row.letters);
    });
    const oldest = this.reading<{ seconds: number }>(OLDEST_TRANSACTION);
    this.metrics.gauge(INSTALLATION_METRICS.oldestTransaction, async (set) => {
      for (const row of await oldest()) set({}, row.seconds);
    });
  }

  private registerWorkers(): void {
    const workers = this.reading<{ state: string; workers: number; slots: number }>(WORKERS);
    this.metrics.gauge(INSTALLATION_METRICS.workers, async (set) => {
      const rows = await workers();
      if (rows === UNREAD) return;
      // A state that nobody is in says 0: an alarm on "no live worker" needs the series.
      for (const state of STATES) set({ state }, rows.find((row) => row.state === state)?.workers ?? 0);
    });
    this.metrics.gauge(INSTALLATION_METRICS.slots, async (set) => {
      const rows = await workers();
      if (rows !== UNREAD) set({}, rows.find((row) => row.state === 'live')?.slots ?? 0);
    });
  }

  private registerTables(): void {
    const tables = this.reading<{ table: string; dead: number; live: number }>(TABLES, [WATCHED_TABLES]);
    this.metrics.gauge(INSTALLATION_METRICS.deadTuples, async (set) => {
      for (const { table, dead } of await tables()) set({ table }, dead);
    });
    this.metrics.gauge(INSTALLATION_METRICS.liveTuples, async (set) => {
      for (const { table, live } of await tables()) set({ table }, live);
    });
  }

  private reading<Row>(statement: string, values: readonly unknown[] = []): () => Promise<readonly Row[]> {
    const cached = new CachedReading(() => this.database.query<Row>(statement, values));
    return async () => (await cached.value()) ?? UNREAD;
  }
}

const UNREAD: readonly never[] = [];
