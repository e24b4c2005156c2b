import { LATENCY_BUCKETS } from '../../src/kernel/latency-scale.js';
import { InsightsModule } from '../../src/modules/insights/index.js';
import { RollUp } from '../../src/modules/insights/roll-up.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Bucket {
  readonly at: string;
  readonly completed: number;
  readonly failed: number;
  readonly p95WaitMs: number | null;
  readonly p95RunMs: number | null;
}

const MINUTE_MS = 60_000;
let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;
let make: Factories;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await anApiWith(database, [InsightsModule]);
});

beforeEach(async () => {
  tenant = await api.aTenant();
  make = new Factories(database);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const get = (query: string) =>
  api.call('GET', `/projects/${tenant.projectId}/throughput${query}`, { token: tenant.token });
const aQueue = (name: string): Promise<QueueFixture> =>
  make.aQueue({ project: { id: tenant.projectId, organizationId: tenant.organizationId }, name });
const total = (buckets: readonly Bucket[], key: 'completed' | 'failed') =>
  buckets.reduce((sum, bucket) => sum + bucket[key], 0);
const rollUp = async () => {
  const roll = new RollUp(database.control);
  for (let more = true; more;) more = await roll.runOnce();
};

describe('throughput', () => {
  it.each([
    ['?minutes=60', 1, 61],
    ['', 1, 61],
    ['?minutes=720', 5, 145],
    ['?minutes=1440', 15, 97],
    ['?minutes=1440&bucketMinutes=1', 1, 1_441],
    ['?minutes=60&bucketMinutes=15', 15, 5],
  ])('%s has buckets of %d minutes without gaps, up to now', async (query, bucketMinutes, most) => {
    const { status, body } = await get(query);
    expect(status).toBe(200);
    expect(body.bucketMinutes).toBe(bucketMinutes);
    const starts = (body.buckets as Bucket[]).map(({ at }) => Date.parse(at));
    expect(starts.length).toBeLessThanOrEqual(most);
    expect(starts.length).toBeGreaterThanOrEqual(most - 1);
    expect(starts.every((start) => start % (bucketMinutes * MINUTE_MS) === 0)).toBe(true);
    expect(starts.slice(1).every((start, index) => start - (starts[index] ?? 0) === bucketMinutes * MINUTE_MS)).toBe(
      true,
    );
    const [{ now }] = (await database.sql<{ now: Date }>('SELECT now()')) as [{ now: Date }];
    expect(now.getTime() - (starts.at(-1) ?? 0)).toBeLessThan((bucketMinutes + 1) * MINUTE_MS);
    expect(total(body.buckets, 'completed')).toBe(0);
    expect(body.buckets[0]).toMatchObject({ p95WaitMs: null, p95RunMs: null });
  });

  it('tells what ended in a project and in one of its queues, with latencies', async () => {
    const [queue, other] = [await aQueue('emails'), await aQueue('reports')];
    await make.aCompletedJob({ queue, finishedMsAgo: 3 * MINUTE_MS });
    await make.aDeadLetter({ queue });
    await make.aCompletedJob({ queue: other });
    await make.aCompletedJob({ queue: await make.aQueue() });
    await rollUp();
    const project = (await get('?minutes=10')).body.buckets as Bucket[];
    expect([total(project, 'completed'), total(project, 'failed')]).toEqual([2, 1]);
    const own = (await get('?minutes=10&queue=emails')).body.buckets as Bucket[];
    expect([total(own, 'completed'), total(own, 'failed')]).toEqual([1, 1]);
    const [busy] = own.filter(({ completed }) => completed > 0);
    expect(busy?.p95RunMs).toBeGreaterThan(700);
    expect(busy?.p95RunMs).toBeLessThan(1_100);
    expect(busy?.p95WaitMs).toBeGreaterThan(1_400);
    expect((await get(`?queue=${other.id}`)).body.buckets.length).toBeGreaterThan(0);
  });

  it('refuses what it does not know', async () => {
    const foreign = await make.aQueue();
    for (const query of ['?minutes=4', '?minutes=1441', '?bucketMinutes=2', '?queue=nowhere', `?queue=${foreign.id}`]) {
      expect([query, (await get(query)).status]).toEqual([query, 422]);
    }
  });

  it('reads a day of a project with many queues from the rows of the project alone', async () => {
    await database.sql(
      `INSERT INTO queue_stats (queue_id, minute, project_id, completed, wait_buckets, run_buckets)
       SELECT $1, date_trunc('minute', now()) - m * interval '1 minute', $1, 7, array_fill(1, ARRAY[$2::int]), array_fill(1, ARRAY[$2::int])
       FROM generate_series(0, 1439) m`,
      [tenant.projectId, LATENCY_BUCKETS],
    );
    const { body } = await get('?minutes=1440');
    expect(total(body.buckets, 'completed')).toBe(7 * 1_440);
  });
});

describe('a worker', () => {
  const worker = (id: string) =>
    api.call('GET', `/projects/${tenant.projectId}/workers/${id}`, { token: tenant.token });

  it('is told with the jobs of the project that it holds, and the time that is left of their leases', async () => {
    const [queue, id] = [await aQueue('emails'), await make.aWorker({ capacity: 7 })];
    const job = await make.aRunningJob({ queue, workerId: id, claimedMsAgo: 5_000 });
    const claimed = await make.aClaimedJob({ queue, workerId: id, isCancelRequested: true });
    await make.aRunningJob({ queue });
    await make.aRunningJob({ queue: await make.aQueue(), workerId: id });
    const { status, body } = await worker(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, state: 'live', capacity: 7, inFlight: 2, host: null, areJobsCapped: false });
    expect(body.jobs).toEqual([
      {
        id: job.id,
        queue: 'emails',
        handler: 'noop',
        status: 'running',
        attempt: 1,
        claimedAt: expect.any(String),
        startedAt: expect.any(String),
        lockExpiresAt: expect.any(String),
        leaseSecondsLeft: expect.any(Number),
        cancelRequestedAt: null,
      },
      expect.objectContaining({
        id: claimed.id,
        status: 'claimed',
        startedAt: null,
        cancelRequestedAt: expect.any(String),
      }),
    ]);
    expect(body.jobs[0].leaseSecondsLeft).toBeGreaterThan(15);
    expect(body.jobs[0].leaseSecondsLeft).toBeLessThanOrEqual(30);
  });

  it('that serves no queue of the project is not found, nor one that does not exist', async () => {
    await aQueue('emails');
    const other = await make.aWorker({ queues: ['of-others'] });
    for (const id of [other, tenant.userId, 'x']) expect((await worker(id)).status).toBe(404);
  });
});
