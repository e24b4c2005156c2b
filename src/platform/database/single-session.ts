import { Client, type QueryResult } from 'pg';
import { isConnectionError } from './pg-errors.js';
import { pgTypes } from './pg-types.js';
import type { Session } from './database.js';
import type { Statement } from './sql-loader.js';
import { hotSettings } from './session-settings.js';

export interface SingleSessionOptions {
  readonly url: string;
  readonly name: string;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

/**
 * One connection with the settings of the hot path, made at first use and again after a loss, without the weight of a pool and
 * an entity manager: for threads that do one thing. Statements queue behind each other.
 */
export class SingleSession implements Session {
  private client: Promise<Client> | undefined;
  /** The connection that `client` stands for: a late error of an older one is no news. */
  private current: Client | undefined;

  constructor(private readonly options: SingleSessionOptions) {}

  async query<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.run<Row>(statement, values)).rows;
  }

  async execute(statement: Statement | string, values: readonly unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async run<Row>(
    statement: Statement | string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row & object>> {
    this.client ??= this.connect();
    const connecting = this.client;
    try {
      const client = await connecting;
      const named =
        typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
      return await client.query<Row & object>({ ...named, values: [...values] });
    } catch (error) {
      if (isConnectionError(error) && this.client === connecting) {
        this.client = undefined;
        void connecting.then((client) => client.end()).catch(() => undefined);
      }
      throw error;
    }
  }

  private async connect(): Promise<Client> {
    const { url, name, statementTimeoutMs, connectTimeoutMs } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs + 1_000,
      keepAlive: true,
      types: pgTypes,
    });
    const forget = (): void => {
      if (this.current === client) this.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    this.current = client;
    try {
      await client.connect();
      await client.query(hotSettings(statementTimeoutMs));
      return client;
    } catch (error) {
      this.client = undefined;
      client.end().catch(() => undefined);
      throw error;
    }
  }
}
