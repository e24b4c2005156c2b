import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEPT_LOGS } from '../../scripts/kept-output.mjs';
import { migrations } from '../../migrations/index.js';
import { freePort } from '../../scripts/free-ports.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres, testedVersion } from '../../scripts/postgres/embedded.mjs';
import { secretsIn } from '../../scripts/test/secret-search.mjs';
import { newId } from '../../src/kernel/ids.js';
import { AppDatabase, Migrator } from '../../src/platform/database/index.js';
import { until } from '../support/until.js';

describe('what PostgreSQL logs of values that it refuses', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-server-log-'));
  let server: EmbeddedPostgres;
  let database: AppDatabase;
  let log = '';

  beforeAll(async () => {
    // What this server says is looked at here, and nowhere else: half of it is meant to hold what must not be logged.
    const kept = process.env[KEPT_LOGS];
    process.env[KEPT_LOGS] = '';
    chmodSync(folder, 0o711); // the server may run as another user, who must pass
    server = await startEmbeddedPostgres({
      dataDir: path.join(folder, 'data'),
      port: await freePort(),
      password: randomBytes(12).toString('hex'),
      version: testedVersion(),
      throwaway: folder,
      // As for somebody who looks for faults in another database of this server.
      settings: { fsync: 'off', log_parameter_max_length_on_error: -1 },
    });
    process.env[KEPT_LOGS] = kept ?? '';
    server.child.stderr?.on('data', (chunk) => (log += String(chunk)));
    await new Migrator(server.url('postgres'), migrations).up();
    const limits = { max: 1, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
    database = new AppDatabase({ url: server.url('postgres'), name: 'server-log', ...limits });
  });

  afterAll(async () => {
    await database?.close();
    await server?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A row that is there already, one that a rule forbids, text that is no JSON, a number that is none. */
  async function refuse(): Promise<void> {
    const statements: [string, unknown[]][] = [
      [
        `INSERT INTO users (id, email, name, password_hash) SELECT x, 'planted@example.com', 'n', 'h' FROM unnest($1::uuid[]) x`,
        [[newId(), newId()]],
      ],
      [
        `INSERT INTO jobs (id, project_id, queue_id, handler, payload) VALUES ($1, $1, $1, 'noop', jsonb_build_object('planted', repeat($2::text, 99999)))`,
        [newId(), 'planted'],
      ],
      ['SELECT $1::jsonb', ['{"planted": planted}']],
      ['SELECT 1 / (length($1::text) - 7)', ['planted']],
    ];
    for (const [text, values] of statements) await expect(database.query(text, values)).rejects.toThrow();
    await expect(database.query(`SELECT 'the end of these', 1 / 0`)).rejects.toThrow();
    await until(() => log.includes('the end of these'), 'the server has logged them');
  }

  const found = (): string[] =>
    secretsIn('postgres', log)
      .map(({ text }) => text)
      // What a program writes into a statement is no value of anybody: only parameters are.
      .filter((text) => !text.includes('INSERT INTO'));

  it('is the fault and never the values, whatever else the server is told to log', async () => {
    await refuse();
    expect(log).toContain('violates check constraint');
    expect(found()).toEqual([]);
  });

  it('would be rows, keys and pieces of JSON without the setting (so this search can fail)', async () => {
    await database.query(`SET log_error_verbosity = 'default'`);
    log = '';
    await refuse();
    expect(found().length).toBeGreaterThanOrEqual(3);
  });
});
