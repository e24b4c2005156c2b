import { randomUUID } from 'node:crypto';
import { newId } from '../../src/kernel/ids.js';
import { type FinishedAttempt, FinishStore, LeaseStore } from '../../src/modules/claiming/index.js';
import { Batcher } from '../../src/platform/database/index.js';
import { Factories, type JobFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('leases', () => {
  let database: TestDatabase;
  let factories: Factories;
  let finishes: FinishStore;
  let leases: LeaseStore;

  beforeAll(async () => {
    database = await createTestDatabase();
    factories = new Factories(database);
    finishes = new FinishStore(database.hot);
    leases = new LeaseStore(database.hot);
  });

  afterAll(() => database.close());

  function attempt(job: Pick<JobFixture, 'id' | 'leaseToken'>, end: Partial<FinishedAttempt> = {}): FinishedAttempt {
    const nowMs = performance.now();
    return {
      jobId: job.id,
      leaseToken: job.leaseToken,
      executionSeq: 1,
      outcome: 'completed',
      fate: 'complete',
      startedAtMs: nowMs - 5,
      finishedAtMs: nowMs,
      delayMs: null,
      errorJson: null,
      resultJson: null,
      letterId: null,
      reason: null,
      ...end,
    };
  }

  const live = async (id: string) => (await database.sql('SELECT * FROM live_jobs WHERE job_id = $1', [id]))[0];
  const history = (id: string) =>
    database.sql('SELECT * FROM job_executions WHERE job_id = $1 ORDER BY execution_seq', [id]);
  const status = async (id: string) =>
    (await database.sql<{ status: string }>('SELECT status FROM job_statuses WHERE job_id = $1', [id]))[0]?.status;

  it('one flush ends each attempt with its own fate, and each leaves one row', async () => {
    const [done, retried, dead, cancelled] = await Promise.all([
      factories.aRunningJob(),
      factories.aRunningJob(),
      factories.aRunningJob(),
      factories.aRunningJob(),
    ]);
    const error = JSON.stringify({ name: 'Error', message: 'no', stack: '' });
    expect(
      await finishes.finish([
        attempt(done, { resultJson: '{"ok":true}' }),
        attempt(retried, { outcome: 'failed', fate: 'retry', delayMs: 60_000, errorJson: error }),
        attempt(dead, {
          outcome: 'failed',
          fate: 'dead_letter',
          errorJson: error,
          letterId: newId(),
          reason: 'attempts_exhausted',
        }),
        attempt(cancelled, { outcome: 'cancelled', fate: 'cancel' }),
      ]),
    ).toEqual(['complete', 'retry', 'dead_letter', 'cancel']);
    expect(await Promise.all([done, retried, dead, cancelled].map((job) => status(job.id)))).toEqual([
      'completed',
      'scheduled',
      'dead_letter',
      'cancelled',
    ]);
    for (const job of [done, retried, dead, cancelled]) expect(await history(job.id)).toHaveLength(1);
    expect(await database.sql('SELECT reason, error FROM dead_letters WHERE job_id = $1', [dead.id])).toEqual([
      { reason: 'attempts_exhausted', error: { name: 'Error', message: 'no', stack: '' } },
    ]);
    expect((await history(done.id))[0]).toMatchObject({
      result: { ok: true },
      final_status: 'completed',
      attempt_refunded: false,
    });
  });

  it('a zombie changes nothing: finish, start, heartbeat and release with an old token hit no row', async () => {
    const job = await factories.aRunningJob();
    const zombie = { id: job.id, leaseToken: randomUUID() };
    const before = await live(job.id);
    expect(await finishes.finish([attempt(zombie)])).toEqual(['lost']);
    expect(await finishes.finish([attempt(zombie, { outcome: 'failed', fate: 'retry', delayMs: 1 })])).toEqual([
      'lost',
    ]);
    const lease = { jobId: zombie.id, leaseToken: zombie.leaseToken };
    expect(await leases.start([{ ...lease, startedAgoMs: 1 }])).toEqual(new Set());
    expect(await leases.heartbeat([{ ...lease, progressJson: '{"percent":50}' }], 60_000)).toEqual([]);
    expect(await leases.release([{ ...lease, delayMs: 0, startedAgoMs: null }])).toEqual([]);
    expect(await live(job.id)).toEqual(before);
    expect(await history(job.id)).toEqual([]);
  });

  it.each([{}, { outcome: 'failed', fate: 'retry', delayMs: 60_000 }] as const)(
    'a finish whose answer was lost is a success when it is repeated: %j',
    async (end) => {
      const [job, other] = await Promise.all([factories.aRunningJob(), factories.aRunningJob()]);
      const fate = (end as Partial<FinishedAttempt>).fate ?? 'complete';
      expect(await finishes.finish([attempt(job, end)])).toEqual([fate]);
      expect(await finishes.finish([attempt(other, end), attempt(job, end)])).toEqual([fate, fate]);
      for (const { id } of [job, other]) expect(await history(id)).toHaveLength(1);
    },
  );

  it('a batch of successes is recorded as a mixed one would record them, and tells which leases were lost', async () => {
    const [first, lost, last] = await Promise.all([1, 2, 3].map(() => factories.aRunningJob()));
    const [mixed, failing] = await Promise.all([factories.aRunningJob(), factories.aRunningJob()]);
    const nowMs = performance.now();
    const end = { startedAtMs: nowMs - 3_600_000.5, finishedAtMs: nowMs - 0.25, resultJson: '{"n":1}' };
    expect(
      await finishes.finish([
        attempt(last!, end),
        attempt({ id: lost!.id, leaseToken: randomUUID() }, end),
        attempt(first!, { ...end, resultJson: null }),
      ]),
    ).toEqual(['complete', 'lost', 'complete']);
    await finishes.finish([attempt(mixed, end), attempt(failing, { outcome: 'failed', fate: 'retry', delayMs: 1 })]);
    expect(await live(lost!.id)).toMatchObject({ status: 'running' });
    expect(await history(lost!.id)).toEqual([]);
    const shape = async (id: string) => {
      const [row] = await database.sql(
        `SELECT execution_seq, attempt, due_at IS NOT NULL AS due, claimed_at <= started_at AS started, started_at <= finished_at AS ended,
                finished_at > now() - interval '1 minute' AS recent, worker_id IS NOT NULL AS worker, outcome, final_status, error, result
         FROM job_executions WHERE job_id = $1`,
        [id],
      );
      return row;
    };
    expect(await shape(last!.id)).toEqual(await shape(mixed.id));
    expect(await shape(last!.id)).toMatchObject({ started: true, ended: true, recent: true, result: { n: 1 } });
    expect(await shape(first!.id)).toMatchObject({ result: null });
  });

  it('a result that is no JSON is kept out of a batch of successes, and nothing else is', async () => {
    const [good, bad] = await Promise.all([factories.aRunningJob(), factories.aRunningJob()]);
    await finishes.finish([attempt(good, { resultJson: '1' }), attempt(bad, { resultJson: '"\\u0000"' })]);
    expect((await history(good.id))[0]).toMatchObject({ result: 1, final_status: 'completed' });
    expect((await history(bad.id))[0]).toMatchObject({ result: { unstorable: true }, final_status: 'completed' });
  });

  it('an expired lease that nobody reaped may still be extended and finished', async () => {
    const job = await factories.aRunningJob({ leaseExpired: true });
    const lease = { jobId: job.id, leaseToken: job.leaseToken, progressJson: null };
    expect(await leases.heartbeat([lease], 30_000)).toEqual([{ jobId: job.id, isCancelRequested: false }]);
    const [row] = await database.sql('SELECT lock_expires_at > now() AS extended FROM live_jobs WHERE job_id = $1', [
      job.id,
    ]);
    expect(row).toEqual({ extended: true });
    expect(await finishes.finish([attempt(job)])).toEqual(['complete']);
  });

  it('a job that was asked to be cancelled: a success stays completed, a failure and a release end cancelled', async () => {
    const [success, failure, released] = await Promise.all(
      [1, 2, 3].map(() => factories.aRunningJob({ isCancelRequested: true })),
    );
    await finishes.finish([attempt(success!), attempt(failure!, { outcome: 'failed', fate: 'retry', delayMs: 1 })]);
    await leases.release([{ jobId: released!.id, leaseToken: released!.leaseToken, delayMs: 0, startedAgoMs: 3 }]);
    expect(await Promise.all([success, failure, released].map((job) => status(job!.id)))).toEqual([
      'completed',
      'cancelled',
      'cancelled',
    ]);
  });

  it('a release gives the attempt back, keeps the place, and leaves lease_losses alone', async () => {
    const job = await factories.aRunningJob({ attempt: 3, executionSeq: 5, leaseLosses: 1, dueInMs: -60_000 });
    const before = await live(job.id);
    await leases.release([{ jobId: job.id, leaseToken: job.leaseToken, delayMs: 0, startedAgoMs: 10 }]);
    expect(await live(job.id)).toMatchObject({
      status: 'queued',
      attempt: 2,
      execution_seq: 5,
      lease_losses: 1,
      run_at: before!['run_at'],
      lease_token: null,
      worker_id: null,
    });
    expect((await history(job.id)).at(-1)).toMatchObject({
      outcome: 'released',
      attempt: 3,
      attempt_refunded: true,
      final_status: null,
    });
  });

  it('an attempt that ends by itself resets lease_losses', async () => {
    const job = await factories.aRunningJob({ leaseLosses: 2 });
    await finishes.finish([attempt(job, { outcome: 'failed', fate: 'retry', delayMs: 1 })]);
    expect(await live(job.id)).toMatchObject({ lease_losses: 0, status: 'scheduled' });
  });

  it('a job that ends at once passes through running inside its finish, and started_at says when', async () => {
    const job = await factories.aClaimedJob({ claimedMsAgo: 2_000 });
    const nowMs = performance.now();
    await finishes.finish([attempt(job, { startedAtMs: nowMs - 1_000, finishedAtMs: nowMs - 400 })]);
    const [row] = await database.sql<{ ran: number; ordered: boolean }>(
      `SELECT (extract(epoch FROM finished_at - started_at) * 1000)::float8 AS ran, claimed_at <= started_at AND started_at <= finished_at AS ordered
       FROM job_executions WHERE job_id = $1`,
      [job.id],
    );
    expect(row!.ordered).toBe(true);
    expect(row!.ran).toBeGreaterThan(500);
    expect(row!.ran).toBeLessThan(700);
  });

  it('a start before the claim is clamped to it: durations are monotonic, instants are the database clock', async () => {
    const job = await factories.aClaimedJob({ claimedMsAgo: 10 });
    await finishes.finish([attempt(job, { startedAtMs: performance.now() - 3_600_000 })]);
    const [row] = await database.sql(
      'SELECT started_at = claimed_at AS clamped FROM job_executions WHERE job_id = $1',
      [job.id],
    );
    expect(row).toEqual({ clamped: true });
  });

  it.each([
    ['malformed JSON', '{"a":'],
    ['a NUL escape', '{"a":"\\u0000"}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
  ])('a result that jsonb refuses (%s) is replaced, and the attempt completes', async (_what, json) => {
    const job = await factories.aRunningJob();
    expect(await finishes.finish([attempt(job, { resultJson: json })])).toEqual(['complete']);
    expect((await history(job.id))[0]).toMatchObject({ result: { unstorable: true } });
  });

  it('one item that PostgreSQL refuses (a raw NUL) in a flush of 200 fails alone', async () => {
    const jobs = await Promise.all(Array.from({ length: 200 }, () => factories.aRunningJob()));
    const batcher = new Batcher<FinishedAttempt, string>({ maxItems: 500, flush: (items) => finishes.finish(items) });
    const ends = await Promise.allSettled(
      jobs.map((job, index) => batcher.submit(attempt(job, index === 77 ? { resultJson: 'raw \u0000' } : {}))),
    );
    expect(ends.flatMap((end, index) => (end.status === 'rejected' ? [index] : []))).toEqual([77]);
    const [row] = await database.sql(
      `SELECT count(*) AS completed FROM job_executions WHERE outcome = 'completed' AND job_id = ANY ($1)`,
      [jobs.map((job) => job.id)],
    );
    expect(row).toEqual({ completed: 199 });
    expect(await live(jobs[77]!.id)).toMatchObject({ status: 'running' });
  });

  it('heartbeats and finishes over the same rows in opposite order never deadlock', async () => {
    const jobs = await Promise.all(Array.from({ length: 300 }, () => factories.aRunningJob()));
    const keys = jobs.map((job) => ({
      jobId: job.id,
      leaseToken: job.leaseToken,
      progressJson: null,
      startedAgoMs: 1,
    }));
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        leases.heartbeat([...keys].reverse(), 30_000),
        leases.heartbeat(keys, 30_000),
        leases.start([...keys].sort(() => Math.random() - 0.5)),
      ]);
    }
    const ends = await Promise.all([
      leases.heartbeat([...keys].reverse(), 30_000),
      finishes.finish(jobs.map((job) => attempt(job)).reverse()),
    ]);
    expect(ends[1]).toEqual(jobs.map(() => 'complete'));
  });

  it('a heartbeat stores progress and brings back cancel requests', async () => {
    const [plain, cancelled] = [
      await factories.aRunningJob(),
      await factories.aRunningJob({ isCancelRequested: true }),
    ];
    const rows = await leases.heartbeat(
      [plain, cancelled].map((job) => ({ jobId: job.id, leaseToken: job.leaseToken, progressJson: '{"percent":40}' })),
      30_000,
    );
    expect(new Map(rows.map((row) => [row.jobId, row.isCancelRequested]))).toEqual(
      new Map([
        [plain.id, false],
        [cancelled.id, true],
      ]),
    );
    expect(await live(plain.id)).toMatchObject({ progress: { percent: 40 } });
  });
});
