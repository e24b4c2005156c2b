import { AuditModule } from '../../src/modules/audit/index.js';
import { QueuesModule } from '../../src/modules/queues/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { LATENCY_BUCKETS } from '../../src/kernel/latency-scale.js';
import { Factories, type QueueOptions, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';

let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;
let make: Factories;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [AuditModule, TenancyModule, QueuesModule]);
});

beforeEach(async () => {
  await database.sql('DELETE FROM workers');
  tenant = await api.aTenant();
  make = new Factories(database);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const call = (rest: string) => api.call('GET', `/projects/${tenant.projectId}/queues${rest}`, { token: tenant.token });
const aQueue = (options: QueueOptions = {}): Promise<QueueFixture> =>
  make.aQueue({ project: { id: tenant.projectId, organizationId: tenant.organizationId }, ...options });
const verdictOf = async (queue: QueueFixture) => (await call(`/${queue.name}/stats`)).body.whyNotMoving as string;

describe('the list of queues', () => {
  it('has no figures unless they are asked for', async () => {
    await aQueue({ name: 'plain' });
    expect((await call('')).body.data).toEqual([expect.objectContaining({ name: 'plain', stats: null })]);
    expect((await call('?with=everything')).status).toBe(422);
  });

  it('brings the figures of each queue along, each its own', async () => {
    const deep = await aQueue({ name: 'deep', maxConcurrency: 3 });
    const other = await aQueue({ name: 'other' });
    await aQueue({ name: 'void' });
    await make.aQueuedJob({ queue: deep, priority: 9, dueInMs: -1_000 });
    await make.aQueuedJob({ queue: deep, priority: -9, dueInMs: -60_000 });
    await make.aRunningJob({ queue: deep });
    await make.aScheduledJob({ queue: other });
    await make.aWorker({ queues: ['deep'], capacity: 4 });
    await make.aWorker({ queues: [deep.id], capacity: 5 });
    await make.aWorker({ queues: ['deep'], state: 'dead' });
    await make.aWorker({ lastBeatMsAgo: 120_000 });
    await database.sql(
      `INSERT INTO queue_stats (queue_id, minute, project_id, completed, failed, wait_buckets, run_buckets)
       SELECT $1, date_trunc('minute', now()) - m * interval '1 minute', $2, 15, 5,
              array_fill(0, ARRAY[10]) || 20 || array_fill(0, ARRAY[$3::int - 11]), array_fill(0, ARRAY[$3::int])
       FROM unnest(ARRAY[1, 30, 90]) m`,
      [deep.id, tenant.projectId, LATENCY_BUCKETS],
    );
    const { data } = (await call('?with=stats')).body;
    const exactly = (count: number) => ({ count, isCapped: false });
    expect(data.map((queue: { name: string }) => queue.name)).toEqual(['deep', 'other', 'void']);
    expect(data[0].stats).toEqual({
      queued: exactly(2),
      scheduled: exactly(0),
      claimed: exactly(0),
      running: exactly(1),
      oldestReadyAgeSeconds: expect.any(Number),
      liveWorkers: 2,
      slots: 9,
      missingHandlers: [],
      whyNotMoving: 'moving',
      failureRate: 0.25,
      p95WaitMs: expect.any(Number),
      p95RunMs: null,
      lastHour: expect.objectContaining({ completed: 30, failed: 10 }),
    });
    expect(Math.round(data[0].stats.oldestReadyAgeSeconds / 10)).toBe(6);
    expect(data[0].stats.p95WaitMs).toBeGreaterThan(22);
    expect(data[0].stats.p95WaitMs).toBeLessThan(33);
    expect(data[1].stats).toMatchObject({ scheduled: exactly(1), liveWorkers: 0, whyNotMoving: 'all_delayed' });
    expect(data[2].stats).toMatchObject({ queued: exactly(0), failureRate: null, whyNotMoving: 'nothing_to_do' });
  });

  it('stops counting at 1,000 in each queue and says so', async () => {
    const queue = await aQueue();
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status)
       SELECT gen_random_uuid(), $1, $2, now(), 'queued' FROM generate_series(1, 1200) n`,
      [tenant.projectId, queue.id],
    );
    const { data } = (await call('?with=stats')).body;
    expect(data[0].stats.queued).toEqual({ count: 1_000, isCapped: true });
  });
});

describe('why a queue does not move', () => {
  it('is told by its figures', async () => {
    const queue = await aQueue({ maxConcurrency: 1 });
    expect(await verdictOf(queue)).toBe('nothing_to_do');
    await make.aScheduledJob({ queue });
    expect(await verdictOf(queue)).toBe('all_delayed');
    await make.aQueuedJob({ queue });
    expect(await verdictOf(queue)).toBe('no_worker');
    const worker = await make.aWorker({ capacity: 2 });
    expect(await verdictOf(queue)).toBe('moving');
    await database.sql('UPDATE workers SET in_flight = 2 WHERE id = $1', [worker]);
    expect(await verdictOf(queue)).toBe('workers_busy');
    await make.aRunningJob({ queue, workerId: worker });
    expect(await verdictOf(queue)).toBe('limit_full');
    await database.sql('UPDATE queues SET paused_at = now() WHERE id = $1', [queue.id]);
    expect(await verdictOf(queue)).toBe('paused');
  });

  it('is a stall when jobs wait for long beside free slots', async () => {
    const queue = await aQueue();
    await make.aWorker();
    await make.aQueuedJob({ queue, dueInMs: -65_000 });
    expect(await verdictOf(queue)).toBe('stalled');
  });

  it('is a handler that no live worker of the queue offers, while nothing else of it is ready or runs', async () => {
    const queue = await aQueue();
    const job = await make.aPutBackJob({ queue, handler: 'greet' });
    expect(await verdictOf(queue)).toBe('all_delayed'); // nobody is there who could offer it
    await make.aWorker({ queues: [queue.name] });
    await make.aWorker({ queues: ['other'], handlers: ['greet'] });
    await make.aWorker({ state: 'dead', handlers: ['greet'] });
    expect((await call(`/${queue.name}/stats`)).body).toMatchObject({
      whyNotMoving: 'no_handler',
      missingHandlers: ['greet'],
    });
    expect((await call('?with=stats')).body.data[0].stats.whyNotMoving).toBe('no_handler');
    await database.sql(`UPDATE live_jobs SET status = 'queued', run_at = now() WHERE job_id = $1`, [job.id]);
    expect(await verdictOf(queue)).toBe('no_handler'); // between being due and being put back again
    await make.aQueuedJob({ queue });
    expect((await call(`/${queue.name}/stats`)).body).toMatchObject({
      whyNotMoving: 'moving',
      missingHandlers: ['greet'],
    });
    await make.aWorker({ queues: [queue.id], handlers: ['greet'] });
    expect((await call(`/${queue.name}/stats`)).body.missingHandlers).toEqual([]);
  });

  it('is no missing handler while a job waits for a time of its own', async () => {
    const queue = await aQueue();
    await make.aWorker();
    await make.aScheduledJob({ queue, handler: 'greet' });
    await make.aScheduledJob({ queue, handler: 'greet', dueInMs: 3_000 });
    expect(await verdictOf(queue)).toBe('all_delayed');
  });
});
