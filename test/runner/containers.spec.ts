import { PostgreSqlContainer, type StartedPostgreSqlContainer } from '@testcontainers/postgresql';
import { migrations } from '../../migrations/index.js';
import { AppDatabase, Migrator, schemaState } from '../../src/platform/database/index.js';

const START_MS = 180_000;

/** Needs Docker, so it is no part of `npm test`: the official images of every version that is supported. */
describe.each(['16', '17', '18'])('PostgreSQL %s as its image has it', (version) => {
  let container: StartedPostgreSqlContainer;
  let database: AppDatabase;

  beforeAll(async () => {
    container = await new PostgreSqlContainer(`postgres:${version}`).start();
    const url = container.getConnectionUri();
    database = new AppDatabase({ url, name: 'runner', max: 2, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 });
  }, START_MS);
  afterAll(async () => {
    await database?.close();
    await container?.stop();
  });

  it('takes every migration, gives it back and takes it again', async () => {
    const migrator = new Migrator(container.getConnectionUri(), migrations);
    expect(await migrator.up()).toHaveLength(migrations.length);
    for (const _ of migrations) await migrator.down();
    expect(await migrator.up()).toHaveLength(migrations.length);
    expect(await schemaState(database, migrations)).toBe('current');
  });
});
