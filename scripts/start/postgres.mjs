// The embedded PostgreSQL of `npm start`: durable, its data kept in the state folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { reachableDataDir, startEmbeddedPostgres } from '../postgres/embedded.mjs';
import { say, showLine } from './terminal.mjs';

const DATABASE = 'rota';
/** What the processes connect as: the migration gives its group what they need, and no more. */
const SERVICE = 'rota_service';
const SERVICE_GROUP = 'rota_app';
const SETTINGS = {
  max_connections: 200,
  shared_buffers: '256MB',
  // Checkpoints by time, not by volume: a queue writes much and keeps little.
  max_wal_size: '2GB',
  log_min_messages: 'warning',
};
const MAX_RESTART_DELAY_MS = 15_000;

/** Keeps one server running until it is stopped; a crash is followed by a new start, which recovers. */
export class LocalPostgres {
  #server;
  #forget;
  #isStopping = false;

  constructor({ home, port, secrets, lock }) {
    this.home = home;
    this.port = port;
    this.secrets = secrets;
    this.lock = lock;
    const wanted = path.join(home, 'postgres');
    this.dataDir = reachableDataDir(wanted);
    if (this.dataDir !== wanted) {
      say(`the PostgreSQL user cannot enter ${path.dirname(wanted)}, so the data lives in ${this.dataDir}`, 'yellow');
    }
  }

  async start() {
    if (this.secrets.isNew && existsSync(path.join(this.dataDir, 'PG_VERSION'))) {
      throw new Error(
        `${this.dataDir} holds a database, but the secrets that open it are gone from ${this.home}: ` +
          'bring secrets.json back, or delete that folder to begin anew',
      );
    }
    await this.#launch();
    await this.#ensureDatabase();
    return `port ${this.port}, data in ${this.dataDir}`;
  }

  /** For the processes, and as the owner of the tables: for migrations. */
  get databases() {
    const ownerUrl = this.#server.url(DATABASE);
    const url = new URL(ownerUrl);
    url.username = SERVICE;
    url.password = this.secrets.values.servicePassword;
    return { url: url.href, ownerUrl };
  }

  async stop({ isForced = false } = {}) {
    this.#isStopping = true;
    await this.#server?.stop(isForced ? 'immediate' : 'fast');
  }

  /** Last resort of a process that ends this instant. */
  kill() {
    this.#server?.child.kill('SIGQUIT');
  }

  async #launch() {
    this.#server = await startEmbeddedPostgres({
      dataDir: this.dataDir,
      port: this.port,
      password: this.secrets.values.postgresPassword,
      settings: SETTINGS,
      log: (line) => showLine('postgres', line),
    });
    this.#forget = this.lock.add('postgres', this.#server.pid, 'SIGINT');
    this.#server.child.once('exit', (code, signal) => {
      this.#forget();
      if (!this.#isStopping) void this.#relaunch(signal ?? code);
    });
    if (this.#isStopping) await this.#server.stop('fast');
  }

  async #relaunch(reason) {
    for (let waitMs = 500; !this.#isStopping; waitMs = Math.min(waitMs * 2, MAX_RESTART_DELAY_MS)) {
      say(`PostgreSQL ended (${reason}); starting it again in ${waitMs / 1000} s`, 'red');
      await delay(waitMs);
      if (this.#isStopping) return;
      try {
        return await this.#launch();
      } catch (error) {
        reason = error.message;
      }
    }
  }

  async #ensureDatabase() {
    const client = new Client({ connectionString: this.#server.url('postgres') });
    await client.connect();
    try {
      await client.query("SET log_min_error_statement = 'panic'"); // a statement that fails would be logged with its password
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      await ensureRole(client, SERVICE_GROUP, 'NOLOGIN');
      const password = client.escapeLiteral(this.secrets.values.servicePassword);
      await ensureRole(client, SERVICE, `LOGIN PASSWORD ${password} IN ROLE ${SERVICE_GROUP}`);
    } finally {
      await client.end();
    }
  }
}

async function ensureRole(client, name, options) {
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (found.rowCount === 0) await client.query(`CREATE ROLE ${name} ${options}`);
}
