import { FinishStore } from '../../src/modules/claiming/index.js';
import { ReapGuard } from '../../src/modules/reaping/reap-guard.js';
import { Reaper } from '../../src/modules/reaping/reaper.js';
import { REAP_BATCH, ReaperStore } from '../../src/modules/reaping/reaper.store.js';
import { Reconciler } from '../../src/modules/reaping/reconciler.js';
import { ControlDatabase, Notifier } from '../../src/platform/database/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type JobFixture, type QueueFixture } from '../support/factories.js';
import { testLog } from '../support/test-log.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const LEASE_MS = 30_000;

interface LiveRow {
  readonly status: string;
  readonly attempt: number;
  readonly execution_seq: number;
  readonly lease_losses: number;
  readonly lease_token: string | null;
  readonly run_at: Date;
}

interface ExecutionRow {
  readonly execution_seq: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly final_status: string | null;
  readonly attempt_refunded: boolean;
}

describe('reaper', () => {
  let database: TestDatabase;
  let factories: Factories;
  let queue: QueueFixture;

  beforeAll(async () => {
    database = await createTestDatabase();
    factories = new Factories(database);
    queue = await factories.aQueue({ maxLeaseLosses: 3 });
  });

  beforeEach(() => database.sql('TRUNCATE jobs, live_jobs, job_executions, dead_letters, workers CASCADE'));

  afterAll(() => database.close());

  /** A guard that has seen the server for long. */
  const noGuard = () => new ReapGuard(0);
  const aReaper = (options: { guard?: ReapGuard; maxJobsPerTick?: number; metrics?: Metrics } = {}) =>
    new Reaper(
      database.control,
      options.guard ?? noGuard(),
      { leaseMs: LEASE_MS, maxJobsPerTick: options.maxJobsPerTick ?? 5_000 },
      new Notifier(database.control),
      options.metrics ?? new Metrics(),
      testLog(),
    );
  const liveRow = async (job: JobFixture) =>
    (await database.sql<LiveRow>('SELECT * FROM live_jobs WHERE job_id = $1', [job.id]))[0];
  const executions = (job: JobFixture) =>
    database.sql<ExecutionRow>('SELECT * FROM job_executions WHERE job_id = $1 ORDER BY execution_seq', [job.id]);

  it('a lost lease gives the attempt back, counts the loss, and leaves a record of what was lost', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true, attempt: 2, executionSeq: 4 });
    const before = await liveRow(job);
    expect(await aReaper().runOnce()).toMatchObject({ kind: 'reaped', jobs: 1 });
    expect(await liveRow(job)).toMatchObject({
      status: 'queued',
      attempt: 1,
      execution_seq: 4,
      lease_losses: 1,
      lease_token: null,
    });
    expect((await liveRow(job))?.run_at).toEqual(before?.run_at);
    expect(await executions(job)).toMatchObject([
      { execution_seq: 4, attempt: 2, outcome: 'lease_expired', final_status: null, attempt_refunded: true },
    ]);
  });

  it('a lease that has not expired is not touched, however long the job runs', async () => {
    const running = await factories.aRunningJob({ queue, claimedMsAgo: 3_600_000 });
    const before = await liveRow(running);
    expect(await aReaper().runOnce()).toMatchObject({ jobs: 0 });
    expect(await liveRow(running)).toEqual(before);
  });

  it('three reapers over 500 expired jobs refund each of them once', async () => {
    const worker = await factories.aWorker();
    const jobs: JobFixture[] = [];
    for (let index = 0; index < 500; index += 1)
      jobs.push(
        await factories.aRunningJob({ queue, leaseExpired: true, attempt: 2, executionSeq: 2, workerId: worker }),
      );
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.all([aReaper().runOnce(), aReaper().runOnce(), aReaper().runOnce()]);
      const reaped = results.reduce((sum, result) => sum + (result.kind === 'reaped' ? result.jobs : 0), 0);
      expect(reaped).toBe(500);
      const [row] = await database.sql(
        `SELECT count(*) AS n, min(attempt) AS least, max(attempt) AS most, min(lease_losses) AS losses,
           (SELECT count(*) FROM job_executions WHERE outcome = 'lease_expired' AND attempt_refunded) AS recorded
         FROM live_jobs WHERE status = 'queued'`,
      );
      expect(row).toEqual({ n: 500, least: 1, most: 1, losses: 1, recorded: 500 * (round + 1) });
      await database.sql(
        `UPDATE live_jobs SET status = 'running', lease_token = gen_random_uuid(), worker_id = $1, claimed_at = now() - interval '40 s',
           started_at = now() - interval '40 s', lock_expires_at = now() - interval '1 s', attempt = 2, lease_losses = 0,
           execution_seq = execution_seq + 1`,
        [worker],
      );
    }
  });

  it('a job that completes between the look and the taking stays completed, and nothing is refunded', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true });
    const store = new ReaperStore();
    const expired = await store.findExpired(database.control);
    expect(expired).toEqual([{ jobId: job.id, leaseToken: job.leaseToken }]);
    await complete(job);
    expect(await store.reap(database.control, expired)).toEqual([]);
    expect(await liveRow(job)).toBeUndefined();
    expect(await executions(job)).toMatchObject([{ outcome: 'completed', attempt_refunded: false }]);
  });

  it('a lease that is extended, or taken anew, between the look and the taking is left alone', async () => {
    const extended = await factories.aRunningJob({ queue, leaseExpired: true });
    const claimedAgain = await factories.aRunningJob({ queue, leaseExpired: true });
    const store = new ReaperStore();
    const expired = await store.findExpired(database.control);
    await database.sql(`UPDATE live_jobs SET lock_expires_at = now() + interval '30 s' WHERE job_id = $1`, [
      extended.id,
    ]);
    await database.sql('UPDATE live_jobs SET lease_token = gen_random_uuid() WHERE job_id = $1', [claimedAgain.id]);
    expect(await store.reap(database.control, expired)).toEqual([]);
    expect(await database.sql('SELECT 1 FROM job_executions')).toHaveLength(0);
  });

  it('a finish under way wins: the reaper does not wait for it and does not judge it', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true });
    await database.app.transaction(async (session) => {
      await session.query('SELECT 1 FROM live_jobs WHERE job_id = $1 FOR UPDATE', [job.id]);
      expect(await aReaper().runOnce()).toMatchObject({ jobs: 0 });
    });
    expect(await liveRow(job)).toMatchObject({ status: 'running' });
  });

  it('a completion that comes after the reaper changes nothing', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true });
    await aReaper().runOnce();
    await complete(job);
    expect(await liveRow(job)).toMatchObject({ status: 'queued' });
    expect(await executions(job)).toMatchObject([{ outcome: 'lease_expired' }]);
  });

  it('a loss before the handler started marks a suspect and never more; a loss while running counts', async () => {
    const claimed = await factories.aClaimedJob({ queue, leaseExpired: true, leaseLosses: 0 });
    const suspect = await factories.aClaimedJob({ queue, leaseExpired: true, leaseLosses: 3 });
    const running = await factories.aRunningJob({ queue, leaseExpired: true, leaseLosses: 2 });
    await aReaper().runOnce();
    expect(await liveRow(claimed)).toMatchObject({ status: 'queued', lease_losses: 1 });
    expect(await liveRow(suspect)).toMatchObject({ status: 'queued', lease_losses: 3 });
    expect(await liveRow(running)).toMatchObject({ status: 'queued', lease_losses: 3 });
  });

  it('one loss more than the queue allows makes a dead letter with the reason worker_lost', async () => {
    const job = await factories.aRunningJob({
      queue,
      leaseExpired: true,
      leaseLosses: 3,
      payload: { poison: true },
      labels: { a: 'b' },
      priority: 9,
      maxAttempts: 1,
    });
    await aReaper().runOnce();
    expect(await liveRow(job)).toBeUndefined();
    expect(await executions(job)).toMatchObject([{ outcome: 'lease_expired', final_status: 'dead_letter' }]);
    const [letter] = await database.sql('SELECT * FROM dead_letters WHERE job_id = $1', [job.id]);
    expect(letter).toMatchObject({
      reason: 'worker_lost',
      payload: { poison: true },
      labels: { a: 'b' },
      priority: 9,
      max_attempts: 1,
      lease_losses: 4,
      last_execution_seq: 1,
      replay_count: 0,
      replayed_at: null,
    });
  });

  it('a letter carries the number of replays that came before it', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true, leaseLosses: 3, executionSeq: 7 });
    await database.sql(
      `INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, priority, job_created_at, reason, attempt, lease_losses,
         last_execution_seq, replay_count, replayed_at)
       SELECT gen_random_uuid(), id, project_id, queue_id, handler, payload, 0, now(), 'attempts_exhausted', 1, 0, 1, n, now()
       FROM jobs, generate_series(1, 2) n`,
    );
    await aReaper().runOnce();
    expect(await database.sql('SELECT replay_count FROM dead_letters WHERE replayed_at IS NULL')).toEqual([
      { replay_count: 2 },
    ]);
    expect(await executions(job)).toMatchObject([{ execution_seq: 7 }]);
  });

  it('a queue that allows no loss lets none pass', async () => {
    const strict = await factories.aQueue({ maxLeaseLosses: 0 });
    const running = await factories.aRunningJob({ queue: strict, leaseExpired: true });
    // Its handler may have begun: a start is recorded when it has run for a while.
    const claimed = await factories.aClaimedJob({ queue: strict, leaseExpired: true });
    await aReaper().runOnce();
    for (const job of [running, claimed]) expect(await liveRow(job)).toBeUndefined();
    const lost = { reason: 'worker_lost' };
    expect(await database.sql('SELECT reason FROM dead_letters')).toEqual([lost, lost]);
  });

  it('a job whose queue is gone follows the default of a queue', async () => {
    const gone = { ...queue, id: '00000000-0000-7000-8000-000000000001' };
    const kept = await factories.aRunningJob({ queue: gone, leaseExpired: true, leaseLosses: 2 });
    const dead = await factories.aRunningJob({ queue: gone, leaseExpired: true, leaseLosses: 3 });
    await aReaper().runOnce();
    expect(await liveRow(kept)).toMatchObject({ status: 'queued' });
    expect(await liveRow(dead)).toBeUndefined();
  });

  it('a refund at attempt 0 stays at 0', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true, attempt: 0, executionSeq: 1 });
    await aReaper().runOnce();
    expect(await liveRow(job)).toMatchObject({ attempt: 0, lease_losses: 1 });
    expect(await executions(job)).toMatchObject([{ attempt: 0, attempt_refunded: false }]);
  });

  it('the last allowed attempt that was lost is not charged either: the job runs again', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true, maxAttempts: 1, attempt: 1 });
    await aReaper().runOnce();
    expect(await liveRow(job)).toMatchObject({ status: 'queued', attempt: 0 });
  });

  it('a job that was asked to be cancelled ends cancelled, and its attempt is not given back', async () => {
    const job = await factories.aRunningJob({ queue, leaseExpired: true, isCancelRequested: true, leaseLosses: 9 });
    await aReaper().runOnce();
    expect(await liveRow(job)).toBeUndefined();
    expect(await executions(job)).toMatchObject([
      { outcome: 'lease_expired', final_status: 'cancelled', attempt_refunded: false },
    ]);
    expect(await database.sql('SELECT 1 FROM dead_letters')).toHaveLength(0);
  });

  it('a round takes back everything in bounded batches', async () => {
    await expiredInBulk(REAP_BATCH + 20);
    expect(await aReaper().runOnce()).toMatchObject({ jobs: REAP_BATCH + 20, isCapped: false });
  });

  it('a mass expiry is capped in a round and raises an alarm', async () => {
    await expiredInBulk(30);
    const metrics = new Metrics();
    expect(await aReaper({ maxJobsPerTick: 10, metrics }).runOnce()).toMatchObject({ jobs: 10, isCapped: false });
    await expiredInBulk(REAP_BATCH);
    expect(await aReaper({ maxJobsPerTick: REAP_BATCH, metrics }).runOnce()).toMatchObject({
      jobs: REAP_BATCH,
      isCapped: true,
    });
    expect((await metrics.exposition()).text).toContain('rota_reaper_capped_total 1');
  });

  describe('guard', () => {
    /** Time as the guard sees it, moved by hand. */
    class Clock {
      offsetMs = 0;
      readonly read = () => performance.now() + this.offsetMs;
    }

    it('a reaper that has just connected waits one lease', async () => {
      await factories.aRunningJob({ queue, leaseExpired: true });
      await database.sql('SELECT 1');
      const clock = new Clock();
      // The server of the tests is younger than a lease of this length would allow: only the connection is looked at here.
      const guard = new ReapGuard(200, clock.read);
      const reaper = aReaper({ guard });
      const first = await reaper.runOnce();
      expect(first).toMatchObject({ kind: 'held' });
      expect(first.kind === 'held' ? first.waitMs : 0).toBeLessThanOrEqual(200);
      clock.offsetMs += 250;
      expect(await reaper.runOnce()).toMatchObject({ kind: 'reaped', jobs: 1 });
    });

    it('after a server start every lease gets its full length', async () => {
      const clock = new Clock();
      const startedAtMs = -LEASE_MS;
      const session = {
        query: async () => [{ nowMs: clock.read(), serverAgeMs: clock.offsetMs - startedAtMs }] as never[],
        execute: async () => 0,
      };
      const guard = new ReapGuard(2 * LEASE_MS, clock.read);
      await guard.judge(session);
      clock.offsetMs += 0.9 * LEASE_MS;
      expect(await guard.judge(session)).toMatchObject({ reason: 'connection' });
      // A server that started again meanwhile is younger than the connection seems to be.
      const restarted = { ...session, query: async () => [{ nowMs: clock.read(), serverAgeMs: 5_000 }] as never[] };
      const held = await guard.judge(restarted);
      expect(held).toMatchObject({ reason: 'server_start', waitMs: 2 * LEASE_MS - 5_000 });
    });

    it('a jump between the clock of the database and the own one holds the reaper for a lease, in either direction', async () => {
      for (const jumpMs of [-120_000, 120_000]) {
        const clock = new Clock();
        let databaseMs = 1_000_000;
        const session = {
          query: async () => [{ nowMs: databaseMs, serverAgeMs: 3_600_000 }] as never[],
          execute: async () => 0,
        };
        const guard = new ReapGuard(LEASE_MS, clock.read);
        const passes = async (ms: number) => {
          clock.offsetMs += ms;
          databaseMs += ms;
          return (await guard.judge(session)).reason;
        };
        expect(await passes(0)).toBe('connection');
        expect(await passes(LEASE_MS)).toBeNull();
        databaseMs += jumpMs;
        expect(await passes(10_000)).toBe('clock_jump');
        expect(await passes(20_000)).toBe('clock_jump');
        expect(await passes(10_001)).toBeNull();
      }
    });

    it('an answer that took seconds, between quick ones, is no jump', async () => {
      const clock = new Clock();
      let [databaseMs, answerTakesMs] = [1_000_000, 0];
      const session = {
        query: async () => {
          // Read at the end of the wait: off the middle by half of it.
          clock.offsetMs += answerTakesMs;
          databaseMs += answerTakesMs;
          return [{ nowMs: databaseMs, serverAgeMs: 3_600_000 }] as never[];
        },
        execute: async () => 0,
      };
      const guard = new ReapGuard(LEASE_MS, clock.read);
      await guard.judge(session);
      for (const takesMs of [LEASE_MS, 0, 8_000, 0]) {
        answerTakesMs = takesMs;
        expect((await guard.judge(session)).reason).toBeNull();
      }
    });

    it('a lost connection starts the wait anew', async () => {
      const clock = new Clock();
      const guard = new ReapGuard(200, clock.read);
      await guard.judge(database.control);
      clock.offsetMs += 250;
      expect((await guard.judge(database.control)).reason).toBeNull();
      const away = new ControlDatabase({
        url: 'postgresql://nobody@127.0.0.1:1/none',
        name: 'away',
        max: 1,
        statementTimeoutMs: 1_000,
        connectTimeoutMs: 1_000,
      });
      await expect(guard.judge(away)).rejects.toThrow();
      await away.close();
      expect((await guard.judge(database.control)).reason).toBe('connection');
    });

    it('while it holds, neither jobs nor workers are judged', async () => {
      const job = await factories.aRunningJob({ queue, leaseExpired: true });
      const worker = await factories.aWorker({ lastBeatMsAgo: 10 * LEASE_MS });
      await aReaper({ guard: new ReapGuard(86_400_000) }).runOnce();
      expect(await liveRow(job)).toMatchObject({ status: 'running' });
      expect(await database.sql('SELECT state FROM workers WHERE id = $1', [worker])).toEqual([{ state: 'live' }]);
    });
  });

  it('a worker that has been silent for a lease is dead; stopped ones stay stopped', async () => {
    const silent = await factories.aWorker({ lastBeatMsAgo: LEASE_MS + 1_000 });
    const draining = await factories.aWorker({ lastBeatMsAgo: LEASE_MS + 1_000, state: 'draining' });
    const stopped = await factories.aWorker({ lastBeatMsAgo: 10 * LEASE_MS, state: 'stopped' });
    const beating = await factories.aWorker({ lastBeatMsAgo: LEASE_MS / 2 });
    expect(await aReaper().runOnce()).toMatchObject({ deadWorkers: 2 });
    const rows = await database.sql<{ id: string; state: string }>('SELECT id, state FROM workers');
    expect(new Map(rows.map((row) => [row.id, row.state]))).toEqual(
      new Map([
        [silent, 'dead'],
        [draining, 'dead'],
        [beating, 'live'],
        [stopped, 'stopped'],
      ]),
    );
  });

  it('the reconciler counts orphans on both sides and changes nothing', async () => {
    await factories.aRunningJob({ queue });
    await factories.aCompletedJob({ queue });
    await factories.aJob({ queue });
    const failedOnce = await factories.aJob({ queue });
    await factories.anExecution(failedOnce, { outcome: 'failed' });
    const orphan = await factories.aQueuedJob({ queue });
    await database.sql('DELETE FROM jobs WHERE id = $1', [orphan.id]);
    const reconciler = new Reconciler(database.control, testLog(), new Metrics());
    for (let more = true; more;) more = await reconciler.runOnce();
    expect(reconciler.orphansOf('live_without_job')).toBe(1);
    expect(reconciler.orphansOf('job_without_life')).toBe(2);
    expect(await database.sql('SELECT 1 FROM live_jobs')).toHaveLength(2);
  });

  async function complete(job: JobFixture): Promise<void> {
    const nowMs = performance.now();
    await new FinishStore(database.hot).finish([
      {
        jobId: job.id,
        leaseToken: job.leaseToken,
        executionSeq: 1,
        outcome: 'completed',
        fate: 'complete',
        startedAtMs: nowMs - 100,
        finishedAtMs: nowMs,
        delayMs: null,
        errorJson: null,
        resultJson: null,
        letterId: null,
        reason: null,
      },
    ]);
  }

  async function expiredInBulk(count: number): Promise<void> {
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, attempt, execution_seq, lease_token, worker_id, claimed_at,
         lock_expires_at)
       SELECT gen_random_uuid(), $1, $2, now(), 'claimed', 1, 1, gen_random_uuid(), gen_random_uuid(), now() - interval '40 s',
         now() - interval '1 s' FROM generate_series(1, $3)`,
      [queue.projectId, queue.id, count],
    );
  }
});
