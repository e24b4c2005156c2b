import { Client } from 'pg';
import type { Session, Statement } from '../../src/platform/database/index.js';
import { addQueuedJobs, type BulkJobs } from './bulk-jobs.js';
import { ensureBuild } from './build.js';
import { Factories, type JobFixture, type JobOptions, type QueueFixture } from './factories.js';
import { executionsOf, type RecordedExecution, violationsOf } from './history-oracle.js';
import { type Environment, Fleet } from './rota-process.js';
import { RunLedger } from './run-ledger.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { until } from './until.js';

const LOCK = 4_711;
/** In the body of a sabotage: the statement goes on when the test says so. */
export const WAIT_FOR_THE_TEST = `PERFORM pg_advisory_xact_lock(${LOCK});`;

export type FaultDatabase = Pick<TestDatabase, 'url' | 'sql' | 'close'>;

/** A database, real processes on it, and the two witnesses of what ran: history and ledger. */
export class FaultRoom {
  private readonly holders: Client[] = [];

  private constructor(
    readonly database: FaultDatabase,
    readonly factories: Factories,
    readonly ledger: RunLedger,
    readonly fleet: Fleet,
  ) {}

  /** On a database of its own of the shared server. */
  static async open(env: Environment = {}): Promise<FaultRoom> {
    await ensureBuild();
    return FaultRoom.on(await createTestDatabase(), env);
  }

  /** On a database that is given, and closed with the room. */
  static on(database: FaultDatabase, env: Environment = {}): FaultRoom {
    const ledger = new RunLedger();
    const fleet = new Fleet(database.url, { FAULT_RUNS_FILE: ledger.file, ...env });
    return new FaultRoom(database, new Factories(database), ledger, fleet);
  }

  job(handler: string, payload: unknown = {}, options: JobOptions = {}): Promise<JobFixture> {
    return this.factories.aQueuedJob({ ...options, handler: `fault.${handler}`, payload });
  }

  jobs(queue: QueueFixture, jobs: BulkJobs): Promise<void> {
    const { sql } = this.database;
    const session: Session = {
      query: (text, values) => sql(textOf(text), values),
      execute: async (text, values) => (await sql(textOf(text), values)).length,
    };
    return addQueuedJobs(session, queue, jobs);
  }

  executions(job?: JobFixture): Promise<RecordedExecution[]> {
    return executionsOf((text, values) => this.database.sql(text, values), job?.id ?? null);
  }

  /** The history in short: outcome, with its attempt and whether that was given back. */
  async story(job: JobFixture): Promise<string[]> {
    const executions = await this.executions(job);
    return executions.map(
      ({ outcome, attempt, attempt_refunded }) => `${outcome} ${attempt}${attempt_refunded ? ' refunded' : ''}`,
    );
  }

  /** The handler of the job has started and not ended. */
  async running(job: JobFixture): Promise<void> {
    const runs = () => this.ledger.runs(job.id).some((run) => run.endedAtMs === Infinity);
    await until(runs, `the handler of ${job.id} runs`);
  }

  /** A trigger of this database alone: `body` (PL/pgSQL) runs before a row of `table` is written; `n` counts those that `when` lets in. */
  async sabotage(table: string, event: 'INSERT' | 'UPDATE', when: string, body: string): Promise<void> {
    await this.database.sql('CREATE SEQUENCE IF NOT EXISTS sabotages');
    await this.database.sql(
      `CREATE OR REPLACE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
       DECLARE n bigint; BEGIN n := nextval('sabotages'); ${body} RETURN NEW; END $$`,
    );
    await this.database.sql(
      `CREATE TRIGGER sabotage BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION sabotage()`,
    );
  }

  /** From now on statements that are to wait do, until what is returned is called. */
  async hold(): Promise<() => Promise<void>> {
    const holder = new Client({ connectionString: this.database.url });
    holder.on('error', () => undefined);
    this.holders.push(holder);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return async () => {
      await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    };
  }

  /** A statement stands where the test holds it. */
  async held(): Promise<void> {
    const waiting = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;
    await until(async () => (await this.count(waiting)) === 1, 'a statement waits for the test');
  }

  count(sql: string, values: readonly unknown[] = []): Promise<number> {
    return this.database
      .sql<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`, values)
      .then(([row]) => row?.count ?? 0);
  }

  /** Every job has ended. */
  async allEnded(deadlineMs = 120_000): Promise<void> {
    await until(async () => (await this.count('live_jobs')) === 0, 'every job has ended', deadlineMs);
  }

  /** Nothing of what must always hold is violated. */
  async expectConsistent(): Promise<void> {
    expect((await violationsOf((text, values) => this.database.sql(text, values), this.ledger)).slice(0, 20)).toEqual(
      [],
    );
  }

  async close(): Promise<void> {
    await this.fleet.dispose();
    await Promise.allSettled(this.holders.map((holder) => holder.end()));
    await this.database.close();
    this.ledger.dispose();
  }
}

function textOf(statement: Statement | string): string {
  return typeof statement === 'string' ? statement : statement.text;
}
