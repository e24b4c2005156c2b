import { migrations } from '../../migrations/index.js';
import { Migrator } from '../../src/platform/database/index.js';
import { BUILD_MS, ensureBuild } from '../support/build.js';
import { Factories } from '../support/factories.js';
import { Fleet, type RotaProcess } from '../support/rota-process.js';
import { TEST_SECRETS } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

interface Readiness {
  readonly status: number;
  readonly reasons: Readonly<Record<string, string>>;
}

describe('processes and the schema that they know', () => {
  let database: TestDatabase;
  let fleet: Fleet;

  beforeAll(ensureBuild, BUILD_MS);
  beforeEach(async () => {
    database = await createTestDatabase();
    // What a busy machine does not answer at once would be told as a database that cannot be reached.
    fleet = new Fleet(database.url, { ...TEST_SECRETS, API_PORT: '0', DATABASE_CONNECT_TIMEOUT_MS: '30000' });
  });
  afterEach(async () => {
    await fleet.dispose();
    await database.close();
  });

  const readiness = async (role: RotaProcess): Promise<Readiness> => {
    const { operationsPort } = await role.untilLogged('starting');
    const answer = await fetch(`http://127.0.0.1:${Number(operationsPort)}/readyz`);
    const { reasons } = (await answer.json()) as { reasons: Record<string, string> };
    return { status: answer.status, reasons };
  };
  const startAll = (): RotaProcess[] => (['api', 'worker', 'scheduler'] as const).map((role) => fleet.start(role));
  const fromTheFuture = `INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'FromTheFuture')`;

  it('none runs on an older schema: each says on /readyz what is missing, and starts when it has come', async () => {
    const migrator = new Migrator(database.ownerUrl, migrations);
    await migrator.down();
    const roles = startAll();
    for (const role of roles) {
      expect(await readiness(role)).toMatchObject({
        status: 503,
        reasons: { schema: expect.stringContaining('rota migrate') },
      });
      expect(await role.untilLogged('waiting for the schema')).toMatchObject({ level: 'warn' });
    }
    expect(roles.map((role) => role.logged('ready').length)).toEqual([0, 0, 0]);
    expect(await database.sql('SELECT 1 FROM workers')).toEqual([]);
    await migrator.up();
    for (const role of roles) await role.ready();
    await until(async () => (await readiness(roles[1] as RotaProcess)).status === 200, 'the worker is ready');
  });

  it('none starts on a newer schema: each says so on /readyz, touches no job, and still ends politely', async () => {
    const job = await new Factories(database).aQueuedJob();
    await database.sql(fromTheFuture);
    const roles = startAll();
    for (const role of roles) {
      await role.untilLogged('waiting for the schema');
      expect(await readiness(role)).toMatchObject({
        status: 503,
        reasons: { schema: expect.stringContaining('newer') },
      });
    }
    expect(await database.sql('SELECT status FROM live_jobs WHERE job_id = $1', [job.id])).toEqual([
      { status: 'queued' },
    ]);
    for (const role of roles) expect(await role.stop()).toEqual({ code: 0, signal: null });
  });

  it('what runs already goes on while the next schema comes, for a roll-out migrates first', async () => {
    const worker = await fleet.worker();
    await database.sql(fromTheFuture);
    const job = await new Factories(database).aQueuedJob();
    await until(
      async () => (await database.sql('SELECT 1 FROM job_executions WHERE job_id = $1', [job.id])).length === 1,
      'the job runs',
    );
    expect((await readiness(worker)).status).toBe(200);
    const late = fleet.start('worker');
    await late.untilLogged('waiting for the schema');
    expect((await readiness(late)).status).toBe(503);
  });
});
