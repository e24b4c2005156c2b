import { migrations } from '../../migrations/index.js';
import { Migrator, schemaState } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

async function downToNothing(migrator: Migrator): Promise<void> {
  for (const _migration of migrations) await migrator.down();
}

describe('migrations', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.close());

  it('up, down, up works on filled tables', async () => {
    const migrator = new Migrator(database.ownerUrl, migrations);
    await database.sql(`INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Acme')`);
    await database.sql(
      `INSERT INTO projects (id, organization_id, name) SELECT gen_random_uuid(), id, 'Main' FROM organizations`,
    );
    await database.sql(
      `INSERT INTO queues (id, project_id, name) SELECT gen_random_uuid(), id, 'emails' FROM projects`,
    );
    await database.sql(
      `INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT gen_random_uuid(), project_id, id, 'noop', '{}' FROM queues`,
    );
    await downToNothing(migrator);
    expect(await schemaState(database.app, migrations)).toBe('pending');
    expect(await migrator.up()).toHaveLength(migrations.length);
    expect(await schemaState(database.app, migrations)).toBe('current');
  });

  it('five at once on an empty database all succeed, and one of them does the work', async () => {
    await downToNothing(new Migrator(database.ownerUrl, migrations));
    await database.sql('DROP TABLE migrations');
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => new Migrator(database.ownerUrl, migrations).up()),
    );
    expect(applied.flat()).toHaveLength(migrations.length);
    expect(await schemaState(database.app, migrations)).toBe('current');
  });

  it('a schema that this build does not know is told apart from one that is behind', async () => {
    await database.sql(`INSERT INTO migrations (timestamp, name) VALUES (1, 'FromTheFuture')`);
    expect(await schemaState(database.app, migrations)).toBe('ahead');
  });
});
