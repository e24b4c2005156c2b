import { JobInserter, EnqueueStore } from '../../src/modules/jobs/index.js';
import { newId } from '../../src/kernel/ids.js';
import { PROMOTE_BATCH, Promoter } from '../../src/modules/schedules/promoter.js';
import { PromoterLoop } from '../../src/modules/schedules/promoter.loop.js';
import { Listener, Notifier } from '../../src/platform/database/index.js';
import { Health } from '../../src/platform/health/index.js';
import { LoopSupervisor } from '../../src/platform/lifecycle/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { schedulerConfig } from '../support/schedules.js';
import { testLog } from '../support/test-log.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

describe('promoter', () => {
  let database: TestDatabase;
  let factories: Factories;
  let queue: QueueFixture;

  beforeAll(async () => {
    database = await createTestDatabase();
    factories = new Factories(database);
    queue = await factories.aQueue();
  });

  beforeEach(() => database.sql('TRUNCATE jobs, live_jobs, job_executions'));

  afterAll(() => database.close());

  const aPromoter = (notifier = new Notifier(database.control)) =>
    new Promoter(database.control, notifier, new Metrics());
  const aLoop = (maxSleepMs: number) => {
    const config = Object.assign(schedulerConfig(), { maxSleepMs });
    return new PromoterLoop(aPromoter(), config, new LoopSupervisor(testLog(), new Metrics(), new Health()));
  };
  const statusOf = async (id: string) =>
    (await database.sql<{ status: string }>('SELECT status FROM live_jobs WHERE job_id = $1', [id]))[0]?.status;

  /** Scheduled jobs whose time has come, in bulk. */
  const dueJobs = (count: number) =>
    database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status)
       SELECT gen_random_uuid(), $1, $2, now() - n * interval '1 ms', 'scheduled' FROM generate_series(1, $3) n`,
      [queue.projectId, queue.id, count],
    );

  it('what is due becomes queued and keeps its time; what is not due stays scheduled', async () => {
    const due = await factories.aScheduledJob({ queue, dueInMs: -5_000 });
    const later = await factories.aScheduledJob({ queue, dueInMs: 60_000 });
    const [before] = await database.sql('SELECT run_at FROM live_jobs WHERE job_id = $1', [due.id]);
    expect(await aPromoter().runOnce()).toBe(1);
    expect(await database.sql('SELECT run_at, status FROM live_jobs WHERE job_id = $1', [due.id])).toEqual([
      { ...before, status: 'queued' },
    ]);
    expect(await statusOf(later.id)).toBe('scheduled');
  });

  it('a retry keeps its attempt, its losses and its place in the order of priorities', async () => {
    const job = await factories.aScheduledJob({
      queue,
      dueInMs: -1,
      attempt: 3,
      executionSeq: 5,
      leaseLosses: 1,
      priority: 7,
    });
    await aPromoter().runOnce();
    const [row] = await database.sql(
      'SELECT status, attempt, execution_seq, lease_losses, priority FROM live_jobs WHERE job_id = $1',
      [job.id],
    );
    expect(row).toEqual({ status: 'queued', attempt: 3, execution_seq: 5, lease_losses: 1, priority: 7 });
  });

  it('batches are bounded, oldest first', async () => {
    await dueJobs(PROMOTE_BATCH + 50);
    expect(await aPromoter().runOnce()).toBe(PROMOTE_BATCH);
    const [left] = await database.sql<{ n: number; oldest: boolean }>(
      `SELECT count(*) AS n, min(run_at) FILTER (WHERE status = 'scheduled') > max(run_at) FILTER (WHERE status = 'queued') AS oldest
       FROM live_jobs WHERE status = 'scheduled' OR status = 'queued'`,
    );
    expect(left).toMatchObject({ oldest: true });
    expect(await aPromoter().runOnce()).toBe(50);
  });

  it('five promoters over 4,000 due jobs promote each once and wait for nobody', async () => {
    await dueJobs(4_000);
    const counts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const promoter = aPromoter();
        let sum = 0;
        for (let promoted = await promoter.runOnce(); promoted > 0; promoted = await promoter.runOnce())
          sum += promoted;
        return sum;
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4_000);
    expect(await database.sql(`SELECT 1 FROM live_jobs WHERE status = 'scheduled'`)).toHaveLength(0);
  });

  it('a job that somebody holds is left for the next round', async () => {
    const held = await factories.aScheduledJob({ queue, dueInMs: -1 });
    const free = await factories.aScheduledJob({ queue, dueInMs: -1 });
    await database.control.transaction(async (session) => {
      await session.query('SELECT 1 FROM live_jobs WHERE job_id = $1 FOR UPDATE', [held.id]);
      expect(await aPromoter().runOnce()).toBe(1);
    });
    expect([await statusOf(held.id), await statusOf(free.id)]).toEqual(['scheduled', 'queued']);
  });

  it('the queue of a promoted job is announced to the workers', async () => {
    const listener = new Listener(database.url);
    const heard: string[] = [];
    listener.subscribe('rota_queued', (payload) => heard.push(payload));
    await until(() => listener.isConnected && heard.length > 0, 'the listener listens');
    await factories.aScheduledJob({ queue, dueInMs: -1 });
    await aPromoter().runOnce();
    await until(() => heard.includes(queue.id), 'the hint arrives');
    await listener.close();
  });

  it('a delayed job is queued within moments of its time, although the loop may sleep longer', async () => {
    const loop = aLoop(3_600_000);
    const inserter = new JobInserter(new EnqueueStore(), new Notifier(database.control));
    const base = { projectId: queue.projectId, queueId: queue.id, handler: 'noop', payloadJson: '{}', priority: 0 };
    const first = { ...base, id: newId(), delayMs: 1_200 };
    await inserter.insert(database.control, [first]);
    loop.start();
    await until(async () => (await statusOf(first.id)) === 'queued', 'it is promoted');
    await loop.stop();
  });
});
