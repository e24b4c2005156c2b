import { Client } from 'pg';
import { migrations } from '../../migrations/index.js';
import { Migrator } from '../../src/platform/database/index.js';
import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const HISTORY = ['jobs', 'job_executions', 'job_logs', 'audit_log'];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.close());

const asApplication = (sql: string) => database.app.query(sql);
const denied = { code: '42501' }; // insufficient_privilege (PostgreSQL, appendix A)

describe('the role of the application', () => {
  it.each(HISTORY)('may add to %s, and neither change, remove, empty nor lock anything there', async (table) => {
    const [column] = await database.sql<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position LIMIT 1',
      [table],
    );
    await expect(asApplication(`UPDATE ${table} SET ${column?.name} = ${column?.name}`)).rejects.toMatchObject(denied);
    await expect(asApplication(`DELETE FROM ${table}`)).rejects.toMatchObject(denied);
    await expect(asApplication(`TRUNCATE ${table}`)).rejects.toMatchObject(denied);
    await expect(asApplication(`SELECT 1 FROM ${table} FOR UPDATE`)).rejects.toMatchObject(denied);
    const [right] = await database.app.query<{ may: boolean }>(
      `SELECT has_table_privilege('${table}', 'INSERT') AND NOT has_any_column_privilege('${table}', 'UPDATE') AS may`,
    );
    expect(right).toEqual({ may: true });
  });

  it.each([
    'CREATE TABLE intruder ()',
    'ALTER TABLE queues ADD COLUMN intruder int',
    'DROP TABLE audit_log',
    'CREATE FUNCTION intruder() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE INDEX intruder ON queues (name)',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    "INSERT INTO migrations (timestamp, name) VALUES (1, 'Intruder')",
    'SET ROLE postgres',
  ])('may not: %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toMatchObject(denied);
  });

  it('purges nothing that is alive or has not ended, through the function either', async () => {
    const make = new Factories(database);
    const alive = [await make.aQueuedJob(), await make.aRunningJob(), await make.aScheduledJob()];
    const ended = await make.aCompletedJob();
    const ids = [...alive, ended].map(({ id }) => id);
    const [row] = await database.app.query('SELECT rota_purge_jobs($1::uuid[]) AS purged', [ids]);
    expect(row).toEqual({ purged: 1 });
    const left = await database.sql<{ id: string }>('SELECT id FROM jobs WHERE id = ANY ($1::uuid[])', [ids]);
    expect(left.map(({ id }) => id).sort()).toEqual(alive.map(({ id }) => id).sort());
    expect(await database.sql('SELECT 1 FROM job_executions WHERE job_id = $1', [ended.id])).toEqual([]);
  });

  it('every table has its grants: a new one is not forgotten', async () => {
    const tables = await database.app.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v') AND NOT has_table_privilege(c.oid, 'SELECT')`,
    );
    expect(tables).toEqual([]);
  });

  it('no other role may call what runs as the owner', async () => {
    const rows = await database.sql<{ name: string }>(
      `SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = 'public' AND p.prosecdef
         AND (p.proacl IS NULL OR EXISTS (SELECT 1 FROM aclexplode(p.proacl) a WHERE a.grantee = 0)
              OR NOT coalesce('search_path=public, pg_temp' = ANY (p.proconfig), false))`,
    );
    expect(rows).toEqual([]);
  });
});

describe('grants', () => {
  it('can be given again, and survive a migration down and up while other databases use the role', async () => {
    await database.sql('SELECT rota_grant_application()');
    const another = await createTestDatabase();
    const migrator = new Migrator(another.ownerUrl, migrations);
    for (const _migration of migrations) await migrator.down();
    await migrator.up();
    expect(await another.app.query('SELECT count(*) AS n FROM jobs')).toEqual([{ n: 0 }]);
    expect(await database.app.query('SELECT 1 AS one FROM migrations')).toHaveLength(migrations.length);
    await another.close();
  });

  it('an owner that may not make roles migrates all the same, and works with one role', async () => {
    const name = `rota_owner_${process.pid}`;
    const admin = new Client({ connectionString: database.ownerUrl });
    await admin.connect();
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
    const url = new URL(database.ownerUrl);
    [url.username, url.password, url.pathname] = [name, 'x', `/${name}`];
    try {
      expect(await new Migrator(url.href, migrations).up()).toHaveLength(migrations.length);
      const owner = new Client({ connectionString: url.href });
      await owner.connect();
      expect((await owner.query('SELECT rota_purge_jobs(ARRAY[]::uuid[]) AS purged')).rows).toEqual([{ purged: 0 }]);
      await owner.end();
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}`);
      await admin.end();
    }
  });
});
