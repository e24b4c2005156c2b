import { LATENCY_BUCKETS } from '../../src/kernel/latency-scale.js';
import { InsightsModule } from '../../src/modules/insights/index.js';
import { QueueGauges } from '../../src/modules/insights/queue-gauges.js';
import { RollUp } from '../../src/modules/insights/roll-up.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { untilKnown } from '../support/until.js';

const MINUTE_MS = 60_000;

interface StatsRow {
  readonly minute: Date;
  readonly completed: number;
  readonly failed: number;
  readonly timed_out: number;
  readonly cancelled: number;
  readonly lease_expired: number;
  readonly dead_lettered: number;
  readonly wait_buckets: number[];
  readonly run_buckets: number[];
}

let database: TestDatabase;
let factories: Factories;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.sql('TRUNCATE jobs, live_jobs, job_executions, queue_stats, dead_letters, workers CASCADE');
  factories = new Factories(database);
});

afterAll(() => database.close());

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe('roll-up of executions', () => {
  let queue: QueueFixture;

  beforeEach(async () => {
    queue = await factories.aQueue();
  });

  const rows = () => database.sql<StatsRow>('SELECT * FROM queue_stats WHERE queue_id <> project_id ORDER BY minute');
  const rollUpAll = async (rollUp = new RollUp(database.control)) => {
    for (let more = true; more;) more = await rollUp.runOnce();
  };

  it('each attempt is counted once, by outcome, in the minute in which it ended', async () => {
    await factories.aCompletedJob({ queue });
    await factories.aCompletedJob({ queue });
    await factories.aCancelledJob({ queue });
    await factories.aDeadLetter({ queue });
    const job = await factories.aJob({ queue });
    await factories.anExecution(job, { outcome: 'timed_out', attempt: 1, executionSeq: 1 });
    await factories.anExecution(job, { outcome: 'lease_expired', attempt: 2, executionSeq: 2 });
    await rollUpAll();
    const counted = await rows();
    const total = (key: 'completed' | 'failed' | 'timed_out' | 'cancelled' | 'lease_expired' | 'dead_lettered') =>
      sum(counted.map((row) => row[key]));
    expect(total('completed')).toBe(2);
    expect([total('failed'), total('dead_lettered'), total('cancelled')]).toEqual([1, 1, 1]);
    expect([total('timed_out'), total('lease_expired')]).toEqual([1, 1]);
  });

  it('has each histogram as one number, too, in which every bucket has its digits', async () => {
    await factories.aCompletedJob({ queue });
    await factories.aCompletedJob({ queue });
    await rollUpAll();
    const packed = await database.sql<{ waits: number; runs: number; isSame: boolean }>(
      `SELECT sum(s.wait_packed)::text AS waits, sum(s.run_packed)::text AS runs,
              bool_and(s.wait_packed = rota_packed_counts(s.wait_buckets) AND s.run_packed = rota_packed_counts(s.run_buckets)) AS "isSame"
       FROM queue_stats s`,
    );
    // Each attempt counts for its queue and for its project.
    expect(packed).toEqual([{ waits: `4${'0'.repeat(220)}`, runs: `4${'0'.repeat(200)}`, isSame: true }]);
  });

  it('a second roll-up puts the same figures in place, and adds what has come since', async () => {
    const rollUp = new RollUp(database.control);
    await factories.aCompletedJob({ queue, finishedMsAgo: 2 * MINUTE_MS });
    await rollUpAll(rollUp);
    const before = await rows();
    await rollUpAll(rollUp);
    expect(await rows()).toEqual(before);
    await factories.aCompletedJob({ queue, finishedMsAgo: 2 * MINUTE_MS });
    await rollUpAll(rollUp);
    expect(sum((await rows()).map((row) => row.completed))).toBe(2);
  });

  it('latencies are histograms on the fixed scale; what never started has no run', async () => {
    await factories.aCompletedJob({ queue, createdMsAgo: 3_600_000 });
    await factories.aCancelledJob({ queue });
    await rollUpAll();
    const counted = await rows();
    for (const row of counted)
      expect([row.wait_buckets.length, row.run_buckets.length]).toEqual([LATENCY_BUCKETS, LATENCY_BUCKETS]);
    const merged = (key: 'wait_buckets' | 'run_buckets') =>
      Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => sum(counted.map((row) => row[key][bucket] ?? 0)));
    expect(sum(merged('run_buckets'))).toBe(1);
    expect(merged('run_buckets')[20]).toBe(1); // the factory lets it run for a second: [724 ms, 1,024 ms)
    expect(sum(merged('wait_buckets'))).toBe(1);
    expect(merged('wait_buckets')[22]).toBe(1); // due 4 s ago, claimed 2 s ago, whenever it was created: [1,448 ms, 2,048 ms)
  });

  it('an attempt whose worker was lost has a wait and no run: its end is only when it was missed', async () => {
    const job = await factories.aJob({ queue });
    await factories.anExecution(job, { outcome: 'lease_expired', attempt: 1, executionSeq: 1 });
    await rollUpAll();
    const counted = await rows();
    expect(sum(counted.flatMap((row) => row.wait_buckets))).toBe(1);
    expect(sum(counted.flatMap((row) => row.run_buckets))).toBe(0);
  });

  it('a scheduler that was away for hours catches up in bounded steps', async () => {
    await factories.aCompletedJob({ queue, finishedMsAgo: 200 * MINUTE_MS });
    await factories.aCompletedJob({ queue, finishedMsAgo: 90 * MINUTE_MS });
    await factories.aCompletedJob({ queue });
    let steps = 0;
    const rollUp = new RollUp(database.control);
    for (let more = true; more; steps += 1) more = await rollUp.runOnce();
    expect(steps).toBeGreaterThan(5);
    expect(sum((await rows()).map((row) => row.completed))).toBe(3);
    let again = 0;
    const restarted = new RollUp(database.control);
    for (let more = true; more; again += 1) more = await restarted.runOnce();
    expect(again).toBe(1);
  });

  it('three schedulers that roll up together write the same figures', async () => {
    const queues = await Promise.all(Array.from({ length: 5 }, () => factories.aQueue()));
    for (const each of queues) await factories.aCompletedJob({ queue: each });
    await Promise.all(Array.from({ length: 3 }, () => rollUpAll()));
    expect(sum((await rows()).map((row) => row.completed))).toBe(5);
  });

  it('a project has rows of its own, the sums of its queues', async () => {
    const project = await factories.aProject();
    const queues = [await factories.aQueue({ project }), await factories.aQueue({ project })];
    for (const each of queues) await factories.aCompletedJob({ queue: each });
    await factories.aDeadLetter({ queue: queues[0] as QueueFixture });
    await factories.aCompletedJob({ queue });
    await rollUpAll();
    await rollUpAll();
    const own = await database.sql<StatsRow>('SELECT * FROM queue_stats WHERE queue_id = $1', [project.id]);
    const total = (key: 'completed' | 'failed' | 'dead_lettered') => sum(own.map((row) => row[key]));
    expect([total('completed'), total('failed'), total('dead_lettered')]).toEqual([2, 1, 1]);
    expect(sum(own.flatMap((row) => row.run_buckets))).toBe(3);
    expect(sum(own.flatMap((row) => row.wait_buckets))).toBe(3);
  });

  it('roll-ups older than 30 days are dropped', async () => {
    await database.sql(
      `INSERT INTO queue_stats (queue_id, minute, project_id, wait_buckets, run_buckets)
       SELECT $1, now() - d * interval '1 day', $2, '{}', '{}' FROM generate_series(29, 31) d`,
      [queue.id, queue.projectId],
    );
    await rollUpAll();
    expect(await rows()).toHaveLength(1);
  });
});

describe('insights over REST', () => {
  let api: TestApi;
  let tenant: TestTenant;
  let queue: QueueFixture;

  beforeAll(async () => {
    api = await anApiWith(database, [InsightsModule]);
    tenant = await api.aTenant();
  });

  beforeEach(async () => {
    await database.sql('DELETE FROM queues');
    queue = await factories.aQueue({
      project: { id: tenant.projectId, organizationId: tenant.organizationId },
      name: 'emails',
    });
  });

  afterAll(() => api.close());

  const get = async (path: string, token = tenant.token) =>
    api.call('GET', `/projects/${tenant.projectId}${path}`, { token });

  it('the figures of a project count what waits, runs and fails in it, and nothing of others', async () => {
    for (const priority of [0, 5]) await factories.aQueuedJob({ queue, priority, dueInMs: -60_000 });
    await factories.aQueuedJob({ queue, priority: -5, dueInMs: -600_000 });
    await factories.aScheduledJob({ queue });
    await factories.aRunningJob({ queue });
    await factories.aClaimedJob({ queue });
    await factories.aCompletedJob({ queue });
    await factories.aDeadLetter({ queue });
    await factories.aDeadLetter({ queue, isDiscarded: true });
    const foreign = await factories.aQueue({ project: await factories.aProject() });
    await factories.aQueuedJob({ queue: foreign, dueInMs: -9_000_000 });
    await factories.aDeadLetter({ queue: foreign });
    await factories.aWorker({ capacity: 7 });
    await factories.aWorker({ capacity: 9, state: 'dead' });
    for (const rollUp = new RollUp(database.control); await rollUp.runOnce();) continue;
    const { status, body } = await get('/stats');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      backlog: { count: 3, isCapped: false },
      scheduled: { count: 1, isCapped: false },
      running: { count: 1, isCapped: false },
      claimed: { count: 1, isCapped: false },
      deadLettersOpen: { count: 1, isCapped: false },
      slots: 7,
    });
    expect(body.oldestReadyAgeSeconds).toBeGreaterThanOrEqual(600);
    expect(body.oldestReadyAgeSeconds).toBeLessThan(700);
    expect(body.failureRate).toBeCloseTo(2 / 3);
    expect(body.p95RunMs).toBeGreaterThan(700);
    expect(body.p95RunMs).toBeLessThan(1_100);
    expect(body.p95WaitMs).not.toBeNull();
    expect(sum(body.minutes.map((minute: { completed: number }) => minute.completed))).toBe(1);
  });

  it('a project without a queue, and one where nothing happened, have figures too', async () => {
    await database.sql('DELETE FROM queues');
    expect((await get('/stats')).body).toMatchObject({
      backlog: { count: 0, isCapped: false },
      oldestReadyAgeSeconds: null,
      failureRate: null,
      p95WaitMs: null,
      p95RunMs: null,
      minutes: [],
    });
  });

  it('a count stops at 10,000 and says so', async () => {
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status)
       SELECT gen_random_uuid(), $1, $2, now(), 'queued' FROM generate_series(1, 10050)`,
      [queue.projectId, queue.id],
    );
    expect((await get('/stats')).body.backlog).toEqual({ count: 10_000, isCapped: true });
  });

  it('a window out of range is refused', async () => {
    for (const minutes of ['0', '100000', 'x']) expect((await get(`/stats?minutes=${minutes}`)).status).toBe(422);
  });

  it('a tenant sees the workers that serve its queues, with its own jobs, and no hosts', async () => {
    const all = await factories.aWorker({ capacity: 4 });
    const byName = await factories.aWorker({ queues: ['emails', 'other'] });
    const byId = await factories.aWorker({ queues: [queue.id], lastBeatMsAgo: 40_000, state: 'dead' });
    await factories.aWorker({ queues: ['reports'] });
    await factories.aWorker({ lastBeatMsAgo: 2 * 86_400_000, state: 'dead' });
    await factories.aRunningJob({ queue, workerId: all });
    await factories.aRunningJob({
      queue: await factories.aQueue({ project: await factories.aProject() }),
      workerId: all,
    });
    const { body } = await get('/workers');
    expect(body.data.map((worker: { id: string }) => worker.id)).toEqual([byId, byName, all]);
    expect(body.data[2]).toEqual({
      id: all,
      state: 'live',
      capacity: 4,
      inFlight: 1,
      startedAt: expect.any(String),
      lastHeartbeatAt: expect.any(String),
      heartbeatAgeSeconds: expect.any(Number),
      host: null,
    });
    expect(body.data[0].heartbeatAgeSeconds).toBeGreaterThanOrEqual(40);
    expect(JSON.stringify(body)).not.toContain('test-host');
  });

  it('the operator of the installation sees hosts and all jobs', async () => {
    const worker = await factories.aWorker();
    await database.sql('UPDATE workers SET in_flight = 3 WHERE id = $1', [worker]);
    await database.sql('UPDATE users SET is_operator = true WHERE id = $1', [tenant.userId]);
    try {
      // The flag may be cached for a second.
      const listed = await untilKnown(async () => {
        const [found] = (await get('/workers')).body.data as { readonly host: unknown }[];
        return found?.host === null ? undefined : found;
      }, 'the operator sees hosts');
      expect(listed).toMatchObject({ host: { name: 'test-host', inFlight: 3, queues: null } });
    } finally {
      await database.sql('UPDATE users SET is_operator = false WHERE id = $1', [tenant.userId]);
    }
  });

  it('workers come page by page', async () => {
    for (let index = 0; index < 5; index += 1) await factories.aWorker();
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await get(`/workers?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...body.data.map((worker: { id: string }) => worker.id));
      cursor = body.page.nextCursor;
    }
    expect(new Set(ids).size).toBe(5);
  });

  it('another tenant gets neither', async () => {
    const stranger = await api.aTenant();
    for (const path of ['/stats', '/workers']) expect((await get(path, stranger.token)).status).toBe(404);
  });

  it('gauges tell depth and oldest age by queue and status', async () => {
    await factories.aQueuedJob({ queue, dueInMs: -120_000 });
    await factories.aQueuedJob({ queue, priority: 9 });
    await factories.aScheduledJob({ queue });
    await factories.aRunningJob({ queue, claimedMsAgo: 30_000 });
    const metrics = new Metrics();
    new QueueGauges(database.app, metrics).register();
    const { text } = await metrics.exposition();
    const value = (name: string, status: string) =>
      Number(
        new RegExp(`^${name}\\{project="${queue.projectId}",queue="emails",status="${status}"\\} (.+)$`, 'm').exec(
          text,
        )?.[1],
      );
    expect(['queued', 'scheduled', 'running'].map((status) => value('rota_queue_depth', status))).toEqual([2, 1, 1]);
    expect(value('rota_queue_oldest_age_seconds', 'queued')).toBeGreaterThanOrEqual(120);
    expect(value('rota_queue_oldest_age_seconds', 'running')).toBeGreaterThanOrEqual(30);
    expect(value('rota_queue_oldest_age_seconds', 'scheduled')).toBeNaN();
  });
});
