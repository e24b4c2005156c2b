import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { schemaFile } from '../../migrations/index.js';
import { type CheckResult, readSchemaCatalog } from '../../src/modules/diagnosis/index.js';
import { CommandLine } from '../support/command-line.js';
import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('rota doctor', () => {
  let database: TestDatabase;
  let line: CommandLine;

  beforeEach(async () => {
    database = await createTestDatabase();
    line = new CommandLine(database);
  });
  afterEach(() => database.close());

  const examine = async (from: CommandLine = line): Promise<Map<string, CheckResult>> => {
    const [answer] = await from.json<{ checks: CheckResult[] }>('doctor');
    return new Map(answer?.checks.map((check) => [check.name, check]));
  };
  const statuses = async (...names: string[]): Promise<unknown[]> => {
    const found = await examine();
    return names.map((name) => found.get(name)?.status);
  };

  it('finds a healthy installation healthy', async () => {
    await new Factories(database).aWorker();
    const names = [
      'connection',
      'clock',
      'schema',
      'listener',
      'schema drift',
      'database roles',
      'autovacuum',
      'workers',
    ];
    expect(await statuses(...names, 'scheduler', 'pauses')).toEqual([...names, 1, 2].map(() => 'ok'));
  });

  it('the committed picture of the schema is what the migrations make (else: npm run generated)', async () => {
    expect(await readSchemaCatalog(database.app)).toEqual(JSON.parse(readFileSync(schemaFile, 'utf8')));
  });

  it('every change of the schema by hand is named', async () => {
    await database.sql('DROP INDEX live_jobs_claim');
    await database.sql('ALTER TABLE queues ALTER COLUMN timeout_ms SET DEFAULT 1');
    await database.sql('ALTER TABLE live_jobs RESET (autovacuum_vacuum_threshold)');
    await database.sql('CREATE TABLE notes (id int)');
    const drift = (await examine()).get('schema drift');
    expect(drift?.status).toBe('warn');
    for (const name of [
      'live_jobs_claim is missing',
      'queues.timeout_ms is not as',
      'settings: live_jobs',
      'notes.id is not ours',
    ])
      expect(drift?.detail).toContain(name);
  });

  it('migrations and processes with one role are a warning, and so is a role that can rewrite history', async () => {
    const same = new CommandLine({ url: database.ownerUrl, ownerUrl: '' });
    expect((await examine(same)).get('database roles')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('both connect as'),
      advice: expect.stringContaining('MIGRATION_DATABASE_URL'),
    });
    const onlyProcesses = new CommandLine({ url: database.url, ownerUrl: '' });
    expect((await examine(onlyProcesses)).get('database roles')?.status).toBe('ok');
    const [granted] = await database.sql<{ user: string }>(`SELECT 'rota_test_service' AS "user"`);
    await database.sql(`GRANT UPDATE ON jobs TO ${granted?.user}`);
    expect((await examine()).get('database roles')?.detail).toContain('may rewrite history');
    await database.sql(`REVOKE UPDATE ON jobs FROM ${granted?.user}`);
  });

  it('a schema that is behind stops the checks that need it, and is a failure', async () => {
    await line.rota('migrate down --yes');
    expect(await statuses('schema', 'all other checks', 'work')).toEqual(['fail', 'skip', undefined]);
    expect(await line.rota('doctor')).toBe(1);
    expect(line.output.at(-1)).toContain('rota migrate');
  });

  it('work that nobody does is a failure: no worker, a lease that nobody takes back, a slot that nobody fires', async () => {
    const make = new Factories(database);
    await make.aQueuedJob();
    await make.aScheduledJob({ dueInMs: -120_000 });
    expect(await statuses('workers', 'scheduler')).toEqual(['fail', 'fail']);
  });

  it('a server that would log values of payloads is a warning', async () => {
    await database.sql(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET log_error_verbosity = 'default'`);
    await database.app.close();
    expect((await examine()).get('settings: logs')).toMatchObject({
      status: 'warn',
      advice: expect.stringContaining('terse'),
    });
  });

  it('what is paused is a warning, which counts only under --strict', async () => {
    await new Factories(database).aQueue({ name: 'emails', isPaused: true });
    expect((await examine()).get('pauses')).toMatchObject({
      status: 'warn',
      detail: '1 queue (emails) is paused',
      advice: 'if that is not meant: `rota resume emails`',
    });
    // Servers of tests write without fsync, which is a failure of its own.
    expect(await line.rota('doctor --strict')).toBe(1);
  });

  it('a handler that no live worker offers is a failure, which names handler, queue and variable', async () => {
    const factories = new Factories(database);
    const queue = await factories.aQueue({ name: 'reports' });
    await factories.aWorker();
    await factories.aPutBackJob({ queue });
    expect(await statuses('handlers')).toEqual(['ok']);
    await factories.aPutBackJob({ queue, handler: 'greet' });
    expect((await examine()).get('handlers')).toMatchObject({
      status: 'fail',
      detail: 'no live worker offers the handler of 1 job of greet in reports',
      advice: expect.stringContaining('HANDLER_MODULES'),
    });
    await factories.aWorker({ handlers: ['greet'] });
    expect(await statuses('handlers')).toEqual(['ok']);
  });

  it('a transaction that has only just begun is no alarm', async () => {
    const client = new Client({ connectionString: database.ownerUrl, application_name: 'young' });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1');
    const found = (await examine()).get('transactions');
    await client.end();
    expect(found).toMatchObject({ status: 'ok' });
  });
});
