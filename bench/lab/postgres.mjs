// The one PostgreSQL that all contestants are measured on: durable, and thrown away at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../scripts/free-ports.mjs';
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded.mjs';
import { atExit } from './at-exit.mjs';
import { familyCpuSeconds } from './processes.mjs';

export const POSTGRES_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  max_connections: 200,
};

export class PostgresLab {
  static async start(settings = {}) {
    const folder = mkdtempSync(path.join(tmpdir(), 'rota-bench-'));
    chmodSync(folder, 0o711);
    const dataDir = path.join(folder, 'data');
    try {
      const options = {
        dataDir,
        port: await freePort(),
        password: 'bench',
        settings: { ...POSTGRES_SETTINGS, ...settings },
      };
      const lab = new PostgresLab(await startEmbeddedPostgres(options), folder);
      await lab.#admin.connect();
      return lab;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #server;
  #folder;
  #admin;
  #ended;

  constructor(server, folder) {
    this.#server = server;
    this.#folder = folder;
    this.#admin = connection(server.url('postgres'));
    this.#ended = atExit(() => {
      server.child.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    });
  }

  url(database) {
    return this.#server.url(database);
  }

  /** On a connection to a database of its own: what is asked there is not counted as traffic of the measured one. */
  async query(text, values) {
    return (await this.#admin.query(text, values)).rows;
  }

  async createDatabase(name, template = 'template0') {
    await this.dropDatabase(name);
    await this.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY = file_copy`);
  }

  async dropDatabase(name) {
    // Clients that are closing get the time to do so: a connection cut off is an unhandled error in some libraries.
    for (let tries = 0; tries < 100 && (await this.#sessionsIn(name)) > 0; tries += 1) await delay(20);
    await this.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  }

  async #sessionsIn(database) {
    const [row] = await this.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1', [database]);
    return row.n;
  }

  /** A connected client; the caller ends it. */
  async connect(database) {
    const client = connection(this.url(database));
    await client.connect();
    return client;
  }

  /** Every run starts after a checkpoint, so that full-page images count alike for all. */
  async settle() {
    await this.query('CHECKPOINT');
  }

  async walBytes() {
    const [row] = await this.query(`SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS bytes`);
    return row.bytes;
  }

  cpuSeconds() {
    return familyCpuSeconds(this.#server.pid);
  }

  async stop() {
    await this.#admin.end().catch(() => undefined);
    await this.#server.stop();
    this.#ended();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function connection(url) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a dropped database or a stopped server ends its connections, which is no news here
  return client;
}
