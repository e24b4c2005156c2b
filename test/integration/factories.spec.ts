import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('factories', () => {
  let database: TestDatabase;
  let given: Factories;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
  });

  afterAll(() => database.close());

  const statusOf = async (id: string): Promise<unknown> =>
    (await database.sql<{ status: string }>('SELECT status FROM job_statuses WHERE job_id = $1', [id]))[0]?.status;

  it('each builder leaves a job in the state of its name', async () => {
    expect(await statusOf((await given.aQueuedJob()).id)).toBe('queued');
    expect(await statusOf((await given.aScheduledJob()).id)).toBe('scheduled');
    expect(await statusOf((await given.aClaimedJob()).id)).toBe('claimed');
    expect(await statusOf((await given.aRunningJob({ leaseExpired: true })).id)).toBe('running');
    expect(await statusOf((await given.aCompletedJob({ result: { ok: true } })).id)).toBe('completed');
    expect(await statusOf((await given.aCancelledJob()).id)).toBe('cancelled');
    expect(await statusOf((await given.aDeadLetter()).id)).toBe('dead_letter');
  });

  it('an expired lease is expired by the database clock', async () => {
    const job = await given.aRunningJob({ leaseExpired: true });
    const rows = await database.sql('SELECT 1 FROM live_jobs WHERE job_id = $1 AND lock_expires_at < now()', [job.id]);
    expect(rows).toHaveLength(1);
  });

  it('a queue takes its settings', async () => {
    const queue = await given.aQueue({ maxConcurrency: 3, isPaused: true, retryStrategy: 'fixed' });
    const rows = await database.sql(
      'SELECT max_concurrency, retry_strategy, paused_at IS NOT NULL AS paused FROM queues WHERE id = $1',
      [queue.id],
    );
    expect(rows).toEqual([{ max_concurrency: 3, retry_strategy: 'fixed', paused: true }]);
  });

  it('a worker can have a dead heartbeat', async () => {
    const id = await given.aWorker({ lastBeatMsAgo: 60_000 });
    expect(
      await database.sql(`SELECT 1 FROM workers WHERE id = $1 AND last_heartbeat_at < now() - interval '30 s'`, [id]),
    ).toHaveLength(1);
  });
});
