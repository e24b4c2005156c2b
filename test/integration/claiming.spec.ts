import { randomUUID } from 'node:crypto';
import { type ClaimedJob, Claimer, ClaimStore, LeaseStore } from '../../src/modules/claiming/index.js';
import { loadSql } from '../../src/platform/database/index.js';
import { waitMs } from '../../src/modules/worker/wait-time.js';
import { addQueuedJobs } from '../support/bulk-jobs.js';
import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

describe('claiming', () => {
  let database: TestDatabase;
  let factories: Factories;
  let store: ClaimStore;

  beforeEach(async () => {
    database = await createTestDatabase();
    factories = new Factories(database);
    store = new ClaimStore(database.hot);
  });

  afterEach(() => database.close());

  const aClaimer = (queues: string[] | null = null): Claimer =>
    new Claimer(store, { workerId: randomUUID(), leaseMs: 30_000, queues });

  async function drain(claimer: Claimer, batch: number, limit = Infinity): Promise<ClaimedJob[]> {
    const all: ClaimedJob[] = [];
    for (let empty = 0; empty < 3 && all.length < limit;) {
      const jobs = await claimer.claim(batch);
      all.push(...jobs);
      empty = jobs.length === 0 ? empty + 1 : 0;
      if (jobs.length === 0) claimer.wake();
    }
    return all;
  }

  it.each([1, 2, 3, 4, 5])(
    '1,000 jobs and 10 claim loops: each claimed once, seen by two detectors (run %i)',
    async () => {
      const queue = await factories.aQueue();
      await addQueuedJobs(database.hot, queue, { count: 1_000 });
      const claimers = Array.from({ length: 10 }, () => aClaimer());
      const claimed = (await Promise.all(claimers.map((claimer) => drain(claimer, 10)))).flat();
      expect(claimed).toHaveLength(1_000);
      expect(new Set(claimed.map((job) => job.jobId)).size).toBe(1_000);
      const [inDatabase] = await database.sql(
        `SELECT count(*) FILTER (WHERE attempt <> 1) AS twice, count(*) FILTER (WHERE status <> 'claimed') AS unclaimed,
              count(DISTINCT lease_token) AS tokens FROM live_jobs`,
      );
      expect(inDatabase).toEqual({ twice: 0, unclaimed: 0, tokens: 1_000 });
    },
  );

  it('a claim of one takes one, also under a forced nested loop', async () => {
    const queue = await factories.aQueue();
    await addQueuedJobs(database.hot, queue, { count: 50 });
    await database.sql(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_hashagg = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_sort = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_material = off', current_database());
      EXECUTE format('ALTER DATABASE %I SET enable_memoize = off', current_database()); END $$`);
    expect(await aClaimer().claim(1)).toHaveLength(1);
    const [left] = await database.sql(`SELECT count(*) AS queued FROM live_jobs WHERE status = 'queued'`);
    expect(left).toEqual({ queued: 49 });
  });

  it('rows that another transaction holds are skipped, not waited for', async () => {
    const queue = await factories.aQueue();
    await addQueuedJobs(database.hot, queue, { count: 10 });
    await database.app.transaction(async (session) => {
      const head = await session.query<{ id: string }>(
        'SELECT job_id AS id FROM live_jobs ORDER BY run_at, job_id LIMIT 3 FOR UPDATE',
      );
      const claimed = await aClaimer().claim(5);
      expect(claimed).toHaveLength(5);
      for (const { id } of head) expect(claimed.map((job) => job.jobId)).not.toContain(id);
    });
  });

  it('takes the most urgent first, then the oldest, whatever the priority that a later claim finds', async () => {
    const queue = await factories.aQueue();
    for (const [priority, count] of [
      [0, 3],
      [10, 2],
      [-5, 1],
    ] as const)
      await addQueuedJobs(database.hot, queue, { count, priority });
    const claimer = aClaimer();
    expect((await claimer.claim(3)).map((job) => job.priority).sort((a, b) => b - a)).toEqual([10, 10, 0]);
    await addQueuedJobs(database.hot, queue, { count: 1, priority: 5 });
    await addQueuedJobs(database.hot, queue, { count: 1, priority: 100 });
    expect((await claimer.claim(3)).map((job) => job.priority).sort((a, b) => b - a)).toEqual([100, 5, 0]);
    expect((await claimer.claim(10)).map((job) => job.priority).sort((a, b) => b - a)).toEqual([0, -5]);
  });

  it('a paused queue gives no job, even with due jobs, and gives them once it is resumed', async () => {
    const queue = await factories.aQueue({ isPaused: true });
    await addQueuedJobs(database.hot, queue, { count: 5 });
    const claimer = aClaimer();
    expect(await claimer.claim(10)).toHaveLength(0);
    await database.sql('UPDATE queues SET paused_at = NULL');
    claimer.wake(queue.id);
    expect(await drain(claimer, 10)).toHaveLength(5);
  });

  it('a queue paused between discovery and claim gives no job', async () => {
    const queue = await factories.aQueue();
    await addQueuedJobs(database.hot, queue, { count: 5 });
    const claimer = aClaimer();
    expect(await claimer.claim(1)).toHaveLength(1);
    await database.sql('UPDATE queues SET paused_at = now()');
    expect(await claimer.claim(10)).toHaveLength(0);
  });

  it('a worker serves only its queues', async () => {
    const [mine, other] = [await factories.aQueue({ name: 'mine' }), await factories.aQueue({ name: 'other' })];
    await addQueuedJobs(database.hot, mine, { count: 5 });
    await addQueuedJobs(database.hot, other, { count: 5 });
    const jobs = await drain(aClaimer(['mine']), 10);
    expect(jobs.map((job) => job.queueId)).toEqual(Array(5).fill(mine.id));
  });

  it('neither 2,000 urgent jobs nor 200 queues of one project starve the ten of another', async () => {
    const [big, small] = [await factories.aProject(), await factories.aProject()];
    for (let index = 0; index < 200; index += 1) {
      const queue = await factories.aQueue({ project: big });
      await addQueuedJobs(database.hot, queue, { count: 10, priority: 100 });
    }
    const modest = await factories.aQueue({ project: small });
    await addQueuedJobs(database.hot, modest, { count: 10, priority: -100 });
    const claimer = aClaimer();
    for (const _claim of [1, 2]) {
      const jobs = await claimer.claim(10);
      expect(jobs.filter((job) => job.queueId === modest.id)).toHaveLength(5);
      expect(jobs).toHaveLength(10);
    }
  });

  it.each([
    ['an open queue', undefined],
    ['a limited queue', 100],
  ])('tells of each job of %s what decides how it runs, and how long it has waited', async (_title, maxConcurrency) => {
    const queue = await factories.aQueue({ maxConcurrency, timeoutMs: 7_000, maxAttempts: 9 });
    await addQueuedJobs(database.hot, queue, { count: 40 });
    const awkward = 'line\nfeed\ttab\u001e 😀 \\';
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await database.sql(
      `WITH numbered AS (SELECT job_id, row_number() OVER (ORDER BY job_id) AS n FROM live_jobs),
            own AS (UPDATE jobs j SET payload = jsonb_build_object('n', n, 'text', $2::text),
                           timeout_ms = CASE WHEN n % 2 = 0 THEN 1000 + n END, max_attempts = CASE WHEN n % 3 = 0 THEN n END,
                           traceparent = CASE WHEN n % 5 = 0 THEN $1 END
                    FROM numbered WHERE j.id = numbered.job_id)
       UPDATE live_jobs l SET run_at = now() - interval '1 hour' - n * interval '1 ms', priority = n % 4, attempt = n % 3, execution_seq = n % 3,
                              lease_losses = n % 2 FROM numbered WHERE l.job_id = numbered.job_id`,
      [traceparent, awkward],
    );
    const jobs = await aClaimer().claim(100);
    expect(jobs).toHaveLength(40);
    expect(new Set(jobs.map((job) => job.queue))).toEqual(
      new Set([expect.objectContaining({ queueId: queue.id, name: queue.name, timeoutMs: 7_000, maxAttempts: 9 })]),
    );
    for (const job of jobs) {
      const { n, text } = JSON.parse(job.payloadJson) as { n: number; text: string };
      expect(text).toBe(awkward);
      expect(job).toMatchObject({
        queueId: queue.id,
        handler: 'noop',
        priority: n % 4,
        attempt: (n % 3) + 1,
        executionSeq: (n % 3) + 1,
        leaseLosses: n % 2,
        timeoutMs: n % 2 === 0 ? 1_000 + n : null,
        maxAttempts: n % 3 === 0 ? n : null,
        traceparent: n % 5 === 0 ? traceparent : null,
      });
      expect(waitMs(job)).toBeGreaterThan(3_600_000);
      expect(waitMs(job)).toBeLessThan(3_700_000);
    }
    const stored = await database.sql<{ job_id: string; lease_token: string }>(
      'SELECT job_id, lease_token FROM live_jobs',
    );
    expect(new Map(jobs.map((job) => [job.jobId, job.leaseToken]))).toEqual(
      new Map(stored.map((row) => [row.job_id, row.lease_token])),
    );
  });

  it('answers its jobs in the order in which they shall start: the most urgent first, then the longest due', async () => {
    const queue = await factories.aQueue();
    await addQueuedJobs(database.hot, queue, { count: 300 });
    // Against the order of their ids, in which an update answers them.
    await database.sql(
      `WITH numbered AS (SELECT job_id, row_number() OVER (ORDER BY job_id) AS n FROM live_jobs)
       UPDATE live_jobs l SET priority = n % 3, run_at = date_trunc('second', now()) - n * interval '500 ms'
       FROM numbered WHERE l.job_id = numbered.job_id`,
    );
    const order = await database.sql<{ id: string }>(
      'SELECT job_id AS id FROM live_jobs ORDER BY priority DESC, run_at, job_id',
    );
    const jobs = await aClaimer().claim(300);
    expect(jobs.map((job) => job.jobId)).toEqual(order.map(({ id }) => id));
  });

  it.each([75, 300])(
    'of 1,500 queues with one job each no claim of %i comes back empty before the last',
    async (max) => {
      const project = await factories.aProject();
      await database.sql(
        `WITH made AS (
         INSERT INTO queues (id, project_id, name) SELECT gen_random_uuid(), $1, 'q' || n FROM generate_series(1, 1500) n RETURNING id
       ), stored AS (
         INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT gen_random_uuid(), $1, id, 'noop', '{}' FROM made RETURNING id, queue_id
       )
       INSERT INTO live_jobs (job_id, project_id, queue_id, status, priority, run_at) SELECT id, $1, queue_id, 'queued', 0, now() FROM stored`,
        [project.id],
      );
      const claimer = aClaimer();
      const sizes: number[] = [];
      while (sizes.at(-1) !== 0) sizes.push((await claimer.claim(max)).length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_500);
    },
  );

  it('a job that returns behind the cursor is found again', async () => {
    const queue = await factories.aQueue();
    await addQueuedJobs(database.hot, queue, { count: 20 });
    // Further behind than the second that every claim looks back.
    await database.sql(
      `UPDATE live_jobs SET run_at = run_at - interval '1 minute' WHERE job_id IN (SELECT min(job_id::text)::uuid FROM live_jobs)`,
    );
    const claimer = aClaimer();
    const [first] = (await claimer.claim(5)).sort((a, b) => (a.runAt < b.runAt ? -1 : 1));
    await new LeaseStore(database.hot).release([
      { jobId: first!.jobId, leaseToken: first!.leaseToken, delayMs: 0, startedAgoMs: null },
    ]);
    const rest: ClaimedJob[] = [];
    await until(async () => {
      rest.push(...(await claimer.claim(5)));
      return rest.length === 16;
    }, 'all 16 jobs that are left are claimed');
    expect(rest.map((job) => job.jobId)).toContain(first!.jobId);
  });

  it('a limited queue hands out no more than it has room for', async () => {
    const queue = await factories.aQueue({ maxConcurrency: 3 });
    await addQueuedJobs(database.hot, queue, { count: 20 });
    expect(await aClaimer().claim(10)).toHaveLength(3);
    expect(await aClaimer().claim(10)).toHaveLength(0);
  });

  it('nothing is taken from a limited queue while another claim counts there', async () => {
    const queue = await factories.aQueue({ maxConcurrency: 3 });
    await addQueuedJobs(database.hot, queue, { count: 20 });
    await database.app.transaction(async (session) => {
      await session.query('SELECT id FROM queues WHERE id = $1 FOR NO KEY UPDATE', [queue.id]);
      expect(await aClaimer().claim(10)).toHaveLength(0);
    });
    expect(await aClaimer().claim(10)).toHaveLength(3);
  });

  it('N workers together never exceed the limit of a queue', async () => {
    const queue = await factories.aQueue({ maxConcurrency: 7 });
    await addQueuedJobs(database.hot, queue, { count: 60 });
    let peak = 0;
    const worker = async (): Promise<number> => {
      const claimer = aClaimer();
      let done = 0;
      for (let empty = 0; empty < 200;) {
        const jobs = await claimer.claim(3);
        empty = jobs.length === 0 ? empty + 1 : 0;
        if (jobs.length === 0) claimer.wake();
        const [row] = await database.sql<{ held: number }>(
          `SELECT count(*) AS held FROM live_jobs WHERE status IN ('claimed', 'running')`,
        );
        peak = Math.max(peak, row!.held);
        await database.sql('DELETE FROM live_jobs WHERE job_id = ANY ($1)', [jobs.map((job) => job.jobId)]);
        done += jobs.length;
        const [left] = await database.sql<{ left: number }>('SELECT count(*) AS left FROM live_jobs');
        if (left!.left === 0) break;
      }
      return done;
    };
    const done = await Promise.all(Array.from({ length: 8 }, worker));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(peak).toBeLessThanOrEqual(7);
    expect(peak).toBeGreaterThan(1);
  });

  it.each([1, 20])('the claim plan on 100,000 rows in %i queues has no Sort and no Seq Scan', async (queues) => {
    const [queue, ...others] = await Promise.all(Array.from({ length: queues }, () => factories.aQueue()));
    for (const each of [queue!, ...others]) await addQueuedJobs(database.hot, each, { count: 100_000 / queues });
    await database.sql('ANALYZE live_jobs, jobs');
    const claim = loadSql(import.meta.url, '../../src/modules/claiming/sql/claim-jobs.sql');
    const plan = await database.hot.query<Record<string, string>>(`EXPLAIN ${claim.text}`, [
      [queue!.id],
      [200],
      [1],
      [1],
      [false],
      [32000],
      [-32000],
      ['-infinity'],
      ['00000000-0000-0000-0000-000000000000'],
      randomUUID(),
      30000,
    ]);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('live_jobs_claim');
    expect(text).not.toMatch(/Sort|Seq Scan|Bitmap/);
  });
});
