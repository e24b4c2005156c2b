import { AuthConfig } from '../../src/modules/auth/index.js';
import { type DemoAccess, DemoConfig, DemoModule, DemoSeeder } from '../../src/modules/demo/index.js';
import { withService } from '../../src/cli/application-context.js';
import { EncryptionConfig } from '../../src/platform/config/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { aYoungMinute } from '../support/young-minute.js';

describe('demo data', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  function seed({ isReset = false, password = 'planted horse' } = {}): Promise<DemoAccess> {
    const env = {
      // As the command does: emptying tables takes their owner.
      DATABASE_URL: isReset ? database.ownerUrl : database.url,
      SECRETS_KEY: 'a key that is used by this test only',
      DEMO_PASSWORD: password,
      DEMO_RECEIVER_URL: 'http://localhost:8026',
    };
    const context = { module: DemoModule, configs: [AuthConfig, EncryptionConfig, DemoConfig], env };
    return withService(context, DemoSeeder, (seeder) => seeder.seed({ isReset }));
  }
  const count = async (table: string): Promise<number> =>
    Number((await database.sql<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

  it('shows queues that differ, a schedule of each minute, retries, a recovery and dead letters', async () => {
    await aYoungMinute(database);
    await seed();
    expect(await database.sql('SELECT name, retry_strategy FROM queues ORDER BY name')).toEqual([
      { name: 'emails', retry_strategy: 'exponential' },
      { name: 'reports', retry_strategy: 'linear' },
      { name: 'webhooks', retry_strategy: 'fixed' },
    ]);
    const [minutely] = await database.sql(
      `SELECT next_slot_at > now() AS is_ahead FROM schedules WHERE cron = '* * * * *'`,
    );
    expect(minutely).toEqual({ is_ahead: true });
    expect(await count('job_executions WHERE attempt > 1')).toBeGreaterThan(10);
    expect(await count('job_executions WHERE attempt_refunded')).toBeGreaterThan(0);
    expect(await count('dead_letters')).toBeGreaterThan(0);
    expect(await count(`live_jobs WHERE status = 'queued'`)).toBeGreaterThan(0);
  });

  it('agrees with itself: each job has one status, each dead letter its job', async () => {
    await seed();
    expect(await count('job_statuses WHERE status IS NULL')).toBe(0);
    expect(await count(`dead_letters d JOIN job_statuses s USING (job_id) WHERE s.status <> 'dead_letter'`)).toBe(0);
    expect(await count(`job_statuses s WHERE status = 'dead_letter'`)).toBe(await count('dead_letters'));
  });

  it('seeded again adds nothing but a key', async () => {
    const first = await seed();
    const before = [await count('jobs'), await count('queues'), await count('schedules'), await count('users')];
    const second = await seed();
    expect([await count('jobs'), await count('queues'), await count('schedules'), await count('users')]).toEqual(
      before,
    );
    expect(second).toMatchObject({ projectId: first.projectId, password: 'planted horse' });
    expect(second.apiKey).not.toBe(first.apiKey);
  });

  it('never claims a password that is not the right one', async () => {
    await seed();
    expect((await seed({ password: 'another password' })).password).toBeNull();
  });

  it('seeded with a reset begins anew and keeps the running workers known', async () => {
    const first = await seed();
    await database.sql(
      `INSERT INTO workers (id, host, pid, version, handlers, capacity) VALUES (gen_random_uuid(), 'h', 1, '1', '{}', 5)`,
    );
    const jobs = await count('jobs');
    const second = await seed({ isReset: true });
    expect(second.projectId).not.toBe(first.projectId);
    expect(await count('jobs')).toBe(jobs);
    expect(await count('projects')).toBe(1);
    expect(await count('workers')).toBe(1);
    expect(await count('migrations')).toBeGreaterThan(0);
  });
});
