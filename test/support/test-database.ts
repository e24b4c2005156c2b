import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';
import {
  AppDatabase,
  ControlDatabase,
  type Database,
  type DatabaseOptions,
  HotDatabase,
  Migrator,
} from '../../src/platform/database/index.js';

/**
 * A database of its own for a test file, cloned from the migrated template. Rota connects to it as in production: as a member of
 * `rota_app`, so that every test also proves that nothing needs more rights.
 */
export interface TestDatabase {
  readonly url: string;
  /** As the owner of the tables, for migrations. */
  readonly ownerUrl: string;
  readonly app: AppDatabase;
  readonly hot: HotDatabase;
  readonly control: ControlDatabase;
  /** Plain SQL as the owner, for building and asserting state. */
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Closes all pools and fails when somebody still holds a connection. */
  close(): Promise<void>;
}

const LOGIN = { name: 'rota_test_service', password: 'planted-only-for-tests' };
/** A transaction of a test that stands still is a machine that stands still. */
const PATIENT = { lock_timeout: '30s', idle_in_transaction_session_timeout: '60s' };

export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['ROTA_TEST_SERVER_URL'];
  const template = process.env['ROTA_TEST_TEMPLATE'];
  if (!serverUrl || !template) throw new Error('run the tests through jest: its global setup starts PostgreSQL');
  const name = `rota_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(serverUrl, async (client) => {
    await ensureTemplate(client, serverUrl, template);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const ownerUrl = urlOf(serverUrl, name);
  const url = urlOf(serverUrl, name, LOGIN);
  const options: DatabaseOptions = {
    url,
    name,
    max: 12,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 30_000,
    settings: PATIENT,
  };
  const lent = new Set<Promise<unknown>>();
  const owner = noting(lent, new AppDatabase({ ...options, url: ownerUrl }));
  const app = noting(lent, new AppDatabase(options));
  const hot = noting(lent, new HotDatabase(options));
  const control = noting(lent, new ControlDatabase(options));
  return {
    url,
    ownerUrl,
    app,
    hot,
    control,
    sql: (text, values) => owner.query(text, values),
    close: async () => {
      await ended(lent);
      await Promise.all([app.close(), hot.close(), control.close(), owner.close()]);
      await administer(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

const ENDED_WITHIN_MS = 15_000;

/**
 * Whoever started something and went on without it gets its answer first: a pool that closes would refuse it, and a rejection that
 * nobody expects is charged to every test of the file. Not for ever: a loop that a failed test left behind has to end, too.
 */
async function ended(lent: ReadonlySet<Promise<unknown>>): Promise<void> {
  for (const untilMs = performance.now() + ENDED_WITHIN_MS; lent.size > 0 && performance.now() < untilMs;) {
    await Promise.allSettled(lent);
    await new Promise((resolve) => setImmediate(resolve)); // what the answer leads to may ask once more
  }
}

/** Every connection that is lent, or waited for, stands in `lent` until it is given back. */
function noting<Pool extends Database>(lent: Set<Promise<unknown>>, pool: Pool): Pool {
  const lend: Pool['withConnection'] = pool.withConnection.bind(pool);
  pool.withConnection = async (work) => {
    const use = lend(work);
    lent.add(use);
    try {
      return await use;
    } finally {
      lent.delete(use);
    }
  };
  return pool;
}

/** The first file of a run migrates the template; the lock makes files that run side by side wait for it. */
async function ensureTemplate(client: Client, serverUrl: string, template: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (found.rowCount === 0) {
    await client.query(`CREATE DATABASE ${template}`);
    await new Migrator(urlOf(serverUrl, template), migrations).up();
    await ensureLogin(client);
  }
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
}

/** Roles belong to the whole server, which may serve several runs at once. */
async function ensureLogin(client: Client): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${LOGIN.name}') THEN
        CREATE ROLE ${LOGIN.name} LOGIN PASSWORD '${LOGIN.password}' IN ROLE rota_app;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
}

function urlOf(serverUrl: string, database: string, login?: typeof LOGIN): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (login) [url.username, url.password] = [login.name, login.password];
  return url.href;
}

async function administer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
