import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { isConnectionError, isContentionError } from './pg-errors.js';
import type { BoundStatement, Statement } from './sql-loader.js';
import { pgTypes } from './pg-types.js';
import { sessionSettings } from './session-settings.js';

export interface DatabaseOptions {
  readonly url: string;
  readonly name: string;
  readonly max: number;
  /** Connections that stay open however long nobody uses them. Default 0. */
  readonly min?: number;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /** Statements of one connection may be sent before those ahead of them are answered. Default false. */
  readonly pipeline?: boolean;
  /** Further settings of each session, applied once per connection. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Something that runs statements: a pool, or one connection inside a transaction. */
export interface Session {
  /** Rows of a named (prepared once per connection) or plain statement. */
  query<Row>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
  /** The same, with the number of affected rows. */
  execute(statement: Statement | string, values?: readonly unknown[]): Promise<number>;
}

/** A session whose statements may take another along. */
export interface PipelinedSession extends Session {
  /**
   * `rider` is sent right behind the statement and runs after it, in a transaction of its own, whatever became of the first. Nobody
   * waits for it, and its failure is nobody's concern.
   */
  query<Row>(statement: Statement | string, values?: readonly unknown[], rider?: BoundStatement): Promise<Row[]>;
}

/** Connections of a pool, and who waits for one. */
export interface PoolUse {
  readonly size: number;
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

const CONTENTION_TRIES = 5;

/**
 * A pool of sessions over a TypeORM data source. Statements go through the driver's own connection (`QueryRunner.connect()`),
 * named, so that each connection plans them once. The pool connects at first use and again after a loss, for ever: a process
 * starts and lives without its database.
 */
export class Database implements Session {
  readonly dataSource: DataSource;
  private ready: Promise<unknown> | undefined;
  private isClosed = false;

  constructor(private readonly options: DatabaseOptions) {
    this.dataSource = new DataSource({
      type: 'postgres',
      url: options.url,
      applicationName: options.name,
      poolSize: options.max,
      connectTimeoutMS: options.connectTimeoutMs,
      installExtensions: false,
      logging: false,
      poolErrorHandler: () => undefined, // the next user of the pool sees the loss; an idle connection's end is no news
      extra: {
        types: pgTypes,
        keepAlive: true,
        idleTimeoutMillis: 60_000,
        min: options.min ?? 0,
        pipeline: options.pipeline ?? false,
        // A half-open connection answers nothing, not even a timeout: the client must have its own deadline.
        query_timeout: options.statementTimeoutMs + 5_000,
        onConnect: (client: PoolClient) => client.query(sessionSettings(options.statementTimeoutMs, options.settings)),
      },
    });
  }

  async query<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.withConnection(async (client) => (await runOn<Row>(client, statement, values)).rows);
  }

  async execute(statement: Statement | string, values: readonly unknown[] = []): Promise<number> {
    return this.withConnection(async (client) => (await runOn(client, statement, values)).rowCount ?? 0);
  }

  /** Runs `work` in a transaction on one connection; deadlocks, serialization failures and lock timeouts repeat it with jitter. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.withConnection((client) => inTransaction(client, work));
      } catch (error) {
        if (!isContentionError(error) || attempt >= CONTENTION_TRIES) throw error;
        await delay(Math.random() * 20 * 2 ** attempt);
      }
    }
  }

  /** Lends one connection; a connection that failed is not lent again. */
  async withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    await this.connect();
    // Of the driver: one of the data source has an entity manager of its own, which costs 40 µs that a statement has no use for.
    const runner = this.dataSource.driver.createQueryRunner('master');
    let client: PoolClient | undefined;
    try {
      client = (await runner.connect()) as PoolClient;
      return await work(client);
    } catch (error) {
      if (client && isConnectionError(error)) await discard(runner, error as Error);
      throw error;
    } finally {
      if (!runner.isReleased) await runner.release();
    }
  }

  /**
   * Runs `work` on one connection, so that whoever comes first finds it connected and its statements planned: a login and a plan
   * take longer than many jobs. Not on more: after a network that forgot its connections each idle one costs a timeout.
   */
  async warmUp(work: (session: Session) => Promise<void>): Promise<void> {
    await this.withConnection((client) => work(sessionOn(client)));
  }

  /** As it is at this instant; nothing is asked of the server. */
  use(): PoolUse {
    const size = this.options.max;
    if (!this.dataSource.isInitialized) return { size, busy: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount } = (this.dataSource.driver as unknown as { master: Pool }).master;
    return { size, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.ready?.catch(() => undefined);
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async connect(): Promise<void> {
    if (this.dataSource.isInitialized) return;
    if (this.isClosed) throw new Error('Cannot use a pool after calling end on the pool');
    this.ready ??= this.dataSource.initialize().finally(() => (this.ready = undefined));
    await this.ready;
  }
}

export async function runOn<Row>(
  client: PoolClient,
  statement: Statement | string,
  values: readonly unknown[],
): Promise<QueryResult<Row & object>> {
  return typeof statement === 'string'
    ? client.query<Row & object>(statement, [...values])
    : client.query<Row & object>({ name: statement.name, text: statement.text, values: values as unknown[] });
}

function sessionOn(client: PoolClient): Session {
  return {
    query: async <Row>(statement: Statement | string, values: readonly unknown[] = []) =>
      (await runOn<Row>(client, statement, values)).rows,
    execute: async (statement, values = []) => (await runOn(client, statement, values)).rowCount ?? 0,
  };
}

async function inTransaction<T>(client: PoolClient, work: (session: Session) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work(sessionOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!isConnectionError(error)) await client.query('ROLLBACK');
    throw error;
  }
}

/** Ends the connection instead of giving it back: TypeORM's release has no such door, the pool's own has. */
async function discard(runner: QueryRunner, error: Error): Promise<void> {
  const release = runner as QueryRunner & { releasePostgresConnection(error?: Error): Promise<void> };
  await release.releasePostgresConnection(error);
}
