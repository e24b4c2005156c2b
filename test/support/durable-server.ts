import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';
import { freePort } from '../../scripts/free-ports.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres, testedVersion } from '../../scripts/postgres/embedded.mjs';
import { Migrator } from '../../src/platform/database/index.js';
import { pgTypes } from '../../src/platform/database/pg-types.js';

/** A PostgreSQL of one test file, with durable settings: to be stopped, crashed and started again. */
export class DurableServer {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'rota-durable-'));
  private server: EmbeddedPostgres | undefined;
  private client: Client | undefined;
  private port = 0;

  private constructor(private readonly password = randomBytes(12).toString('hex')) {
    chmodSync(this.folder, 0o711); // the server may run as another user, who must pass
  }

  static async start(): Promise<DurableServer> {
    const durable = new DurableServer();
    durable.port = await freePort();
    await durable.up();
    await new Migrator(durable.url, migrations).up();
    return durable;
  }

  /** Another server on a copy of the data of this one, which is down: what a cold backup is. */
  async fromCopy(): Promise<DurableServer> {
    const copy = new DurableServer(this.password);
    const { status } = spawnSync('cp', ['-a', path.join(this.folder, 'data'), path.join(copy.folder, 'data')]);
    if (status !== 0) throw new Error('the data could not be copied');
    copy.port = await freePort();
    await copy.up();
    return copy;
  }

  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  async up(): Promise<void> {
    this.server = await startEmbeddedPostgres({
      dataDir: path.join(this.folder, 'data'),
      port: this.port,
      password: this.password,
      version: testedVersion(),
      throwaway: this.folder,
      settings: { max_connections: 100, shared_buffers: '64MB' },
    });
  }

  async down(mode: 'fast' | 'immediate'): Promise<void> {
    await this.server?.stop(mode);
  }

  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    await this.down(mode);
    await this.up();
  }

  /** On a connection that is made anew when the server has ended it; a statement that failed is not repeated. */
  async sql<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = (this.client ??= await this.connect());
    try {
      return (await client.query<Row & object>(text, [...values])).rows;
    } catch (error) {
      this.client = undefined;
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => undefined);
    await this.down('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.url, types: pgTypes });
    client.on('error', () => {
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    return client;
  }
}
