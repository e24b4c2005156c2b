import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { BUILD_MS } from '../support/build.js';
import type { JobFixture, QueueFixture } from '../support/factories.js';
import { FaultRoom } from '../support/fault-room.js';
import { SHORT_LEASE } from '../support/rota-process.js';
import { ledgerNowMs } from '../support/run-ledger.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const TEST_MS = BUILD_MS;
const THROWN = [
  'text',
  'null',
  'undefined',
  'nul',
  'surrogate',
  'circular',
  'circularObject',
  'huge',
  'bigint',
  'symbol',
  'function',
  'frozen',
  'getter',
  'proxy',
];
const RETURNED = [
  'nul',
  'surrogate',
  'circular',
  'huge',
  'bigint',
  'function',
  'nan',
  'date',
  'deep',
  'buffer',
  'toJson',
  'proto',
];

describe('handlers that misbehave', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterEach(() => room.close());

  /** What the api does: the request is a column, the hint only makes it quick. */
  async function requestCancel(job: JobFixture, withHint: boolean): Promise<void> {
    await room.database.sql(
      'UPDATE live_jobs SET cancel_requested_at = now() WHERE job_id = $1 AND lease_token IS NOT NULL',
      [job.id],
    );
    if (withHint) await room.database.sql(`SELECT pg_notify('rota_cancel', $1)`, [job.id]);
  }

  it(
    'whatever a handler throws fails its own job only, and whatever it returns is stored or marked',
    async () => {
      const once = await room.factories.aQueue({ maxAttempts: 1 });
      const throwing = await Promise.all(THROWN.map((what) => room.job('throw', { what }, { queue: once })));
      const returning = await Promise.all(RETURNED.map((what) => room.job('return', { what }, { queue: once })));
      const never = await room.job('throw', { what: 'nonRetryable' }, { maxAttempts: 5 });
      const good = await Promise.all(Array.from({ length: 20 }, () => room.job('quick', {}, { queue: once })));
      const worker = await room.fleet.worker({ WORKER_CAPACITY: '100' });
      await room.allEnded();
      for (const job of throwing) {
        expect(await room.executions(job)).toMatchObject([
          {
            outcome: 'failed',
            final_status: 'dead_letter',
            attempt: 1,
            error: { name: expect.any(String), message: expect.any(String) },
          },
        ]);
      }
      for (const job of [...returning, ...good]) expect(await room.story(job)).toEqual(['completed 1']);
      expect(await room.executions(returning[RETURNED.indexOf('huge')])).toMatchObject([
        { result: { truncated: true } },
      ]);
      expect(await room.executions(never)).toMatchObject([
        { outcome: 'failed', final_status: 'dead_letter', attempt: 1 },
      ]);
      const reasons = await room.database.sql(
        'SELECT reason::text, count(*) AS letters FROM dead_letters GROUP BY 1 ORDER BY 1',
      );
      expect(reasons).toEqual([
        { reason: 'attempts_exhausted', letters: THROWN.length },
        { reason: 'not_retryable', letters: 1 },
      ]);
      expect(worker.hasEnded).toBe(false);
      expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'in a flush of 200 with one row that PostgreSQL refuses only that one fails, and no good one is charged twice',
    async () => {
      // Cleaning leaves nothing that PostgreSQL refuses: a rule of this database alone stands for what nobody thought of.
      await room.database.sql(
        `ALTER TABLE job_executions ADD CONSTRAINT refused CHECK (result->>'survived' IS NULL AND error->>'message' IS DISTINCT FROM 'before after')`,
      );
      const queue = await room.factories.aQueue({ maxAttempts: 1 });
      await room.jobs(queue, { count: 120, handler: 'fault.quick' });
      const refused = await room.job('die', { how: 'abort', times: 0 }, { queue });
      await room.jobs(queue, { count: 79, handler: 'fault.quick' });
      const worker = await room.fleet.worker({ WORKER_CAPACITY: '200' });
      await room.allEnded();
      expect(await room.executions(refused)).toMatchObject([
        { outcome: 'failed', final_status: 'dead_letter', attempt: 1 },
      ]);
      expect(await room.count(`job_executions WHERE outcome = 'completed' AND attempt = 1 AND execution_seq = 1`)).toBe(
        199,
      );
      expect(worker.logged('the end of an attempt was not stored')).toHaveLength(1);
    },
    TEST_MS,
  );

  it(
    'stray rejections and exceptions of a handler end nothing but a quiet night',
    async () => {
      const worker = await room.fleet.worker();
      // Among what nobody catches is what cannot even be looked at.
      const jobs = await Promise.all(['plain', 'getter', 'proxy'].map((what) => room.job('stray', { what })));
      await room.allEnded();
      for (const job of jobs) expect(await room.story(job)).toEqual(['completed 1']);
      expect(worker.logged('unhandled rejection')).toHaveLength(3);
      expect(worker.logged('uncaught exception')).toHaveLength(3);
      expect(worker.hasEnded).toBe(false);
    },
    TEST_MS,
  );

  it(
    'retries until an attempt succeeds, each charged and recorded',
    async () => {
      const queue = await room.factories.aQueue({
        maxAttempts: 4,
        retryStrategy: 'fixed',
        retryBaseMs: 50,
        retryCapMs: 50,
      });
      await Promise.all([room.fleet.worker(), room.fleet.scheduler()]);
      const [saved, lost] = [
        await room.job('fail', { times: 3 }, { queue }),
        await room.job('fail', { times: 9 }, { queue }),
      ];
      await room.allEnded();
      expect(await room.story(saved)).toEqual(['failed 1', 'failed 2', 'failed 3', 'completed 4']);
      expect(await room.story(lost)).toEqual(['failed 1', 'failed 2', 'failed 3', 'failed 4']);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a timeout aborts the signal; a handler that ignores it keeps its slot, and its retry never overlaps it in that process',
    async () => {
      const queue = await room.factories.aQueue({
        maxAttempts: 2,
        retryStrategy: 'fixed',
        retryBaseMs: 10,
        retryCapMs: 10,
        retryJitter: false,
      });
      const gate = room.ledger.gate('deaf');
      await Promise.all([room.fleet.worker({ WORKER_CAPACITY: '2' }), room.fleet.scheduler()]);
      const heeding = await room.job('sleep', { ms: 600_000 }, { queue, timeoutMs: 300, maxAttempts: 1 });
      await room.running(heeding);
      await until(async () => (await room.story(heeding)).length === 1, 'it timed out');
      expect(await room.story(heeding)).toEqual(['timed_out 1']);
      expect(room.ledger.runs(heeding.id)[0]?.end).toBe('TimeoutError');

      const deaf = await room.job('gate', { gate: gate.file }, { queue, timeoutMs: 300 });
      await until(async () => (await room.story(deaf)).includes('timed_out 1'), 'its first attempt is given up');
      const atMs = ledgerNowMs();
      expect(room.ledger.runs(deaf.id)).toMatchObject([{ endedAtMs: Infinity }]);
      // The other slot goes on meanwhile.
      const neighbour = await room.job('quick', {}, { queue });
      await until(async () => (await room.story(neighbour)).length > 0, 'the other slot works');
      expect(room.ledger.runs(deaf.id)[0]?.endedAtMs).toBe(Infinity);
      gate.open(1);
      await room.allEnded();
      gate.open(2);
      await until(
        () => room.ledger.runs(deaf.id).every(({ endedAtMs }) => endedAtMs < Infinity),
        'its handlers have settled',
      );
      const [first, second, ...more] = room.ledger.runs(deaf.id);
      expect(more).toEqual([]);
      expect(first?.endedAtMs).toBeGreaterThan(atMs);
      expect(second?.startedAtMs).toBeGreaterThanOrEqual(first?.endedAtMs ?? Infinity);
      const story = await room.story(deaf);
      expect(story.filter((told) => told !== 'released 2 refunded')).toEqual(['timed_out 1', 'timed_out 2']);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a suspect that never settles is given up, and the other suspects of that process run all the same',
    async () => {
      const worker = await room.fleet.worker({ WORKER_CAPACITY: '2' });
      const options = { leaseLosses: 1, maxAttempts: 1 };
      const endless = { ms: 600_000, ignoresSignal: true };
      const deaf = await room.job('sleep', endless, { ...options, timeoutMs: 300 });
      await room.running(deaf);
      const others = await Promise.all([1, 2, 3].map(() => room.job('quick', {}, options)));
      await until(async () => (await room.count('live_jobs')) === 0, 'every attempt has ended');
      expect(await room.story(deaf)).toEqual(['timed_out 1']);
      for (const job of others) expect((await room.story(job)).at(-1)).toBe('completed 1');
      expect(room.ledger.runs(deaf.id)[0]?.endedAtMs).toBe(Infinity);
      expect(worker.hasEnded).toBe(false);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it.each([
    ['a hint', true],
    ['no hint at all', false],
  ])(
    'a running job is cancelled with %s, one that ignores it is given up, and a success that came first stays',
    async (_name, withHint) => {
      const worker = await room.fleet.worker(withHint ? { WORKER_HEARTBEAT_MS: '30000', LEASE_MS: '120000' } : {});
      const heeding = await room.job('sleep', { ms: 600_000 });
      const deaf = await room.job('sleep', { ms: 600_000, ignoresSignal: true });
      const done = await room.job('spin', { ms: 400 });
      for (const job of [heeding, deaf]) await room.running(job);
      await until(async () => (await room.story(done)).length === 1, 'one is done');
      for (const job of [heeding, deaf, done]) await requestCancel(job, withHint);
      await until(async () => (await room.story(heeding)).length > 0, 'the one that heeds is cancelled', 20_000);
      await until(async () => (await room.story(deaf)).length > 0, 'the one that is deaf is given up', 20_000);
      expect(await room.story(heeding)).toEqual(['cancelled 1']);
      expect(await room.story(deaf)).toEqual(['cancelled 1']);
      expect(await room.story(done)).toEqual(['completed 1']);
      expect(room.ledger.runs(heeding.id)[0]?.end).toBe('CancelledError');
      expect(room.ledger.runs(deaf.id)[0]?.endedAtMs).toBe(Infinity);
      await room.expectConsistent();
      expect(worker.hasEnded).toBe(false);
    },
    TEST_MS,
  );

  it(
    'a cancel arrives, and work is found, with LISTEN cut',
    async () => {
      const proxy = await TcpProxy.to(room.database.url);
      try {
        await room.fleet.worker({ DATABASE_DIRECT_URL: proxy.url(room.database.url) });
        await until(() => proxy.connections > 0, 'the worker listens');
        proxy.cut();
        const job = await room.job('sleep', { ms: 600_000 });
        await room.running(job);
        await requestCancel(job, true);
        await until(async () => (await room.story(job)).length > 0, 'it is cancelled');
        expect(await room.story(job)).toEqual(['cancelled 1']);
      } finally {
        await room.fleet.dispose();
        await proxy.close();
      }
    },
    TEST_MS,
  );

  it(
    'a worker that does not know the handler puts the job back, refunded, until one comes that does',
    async () => {
      const [ignorant] = await Promise.all([room.fleet.worker({ HANDLER_MODULES: '' }), room.fleet.scheduler()]);
      const job = await room.job('quick', {}, { maxAttempts: 1 });
      const putBack = { status: 'scheduled', attempt: 0, lease_losses: 0, is_later: true };
      // Again and again, with a growing pause: seen in one of them.
      await until(async () => {
        const [live] = await room.database.sql(
          `SELECT status::text, attempt, lease_losses, run_at > now() AS is_later FROM live_jobs
           WHERE EXISTS (SELECT FROM job_executions)`,
        );
        return isDeepStrictEqual(live, putBack);
      }, 'it was put back');
      await room.fleet.worker();
      await room.allEnded();
      const story = await room.story(job);
      expect(story.at(-1)).toBe('completed 1');
      expect(new Set(story.slice(0, -1))).toEqual(new Set(['released 1 refunded']));
      expect(await room.count('dead_letters')).toBe(0);
      expect(ignorant.hasEnded).toBe(false);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a worker without a mail server does not offer mails and charges nothing, until one comes that has one',
    async () => {
      const [without] = await Promise.all([room.fleet.worker({ SMTP_URL: '' }), room.fleet.scheduler()]);
      const payload = { to: ['ada@example.com'], from: 'rota@example.com', subject: 'Hello', text: 'Hello' };
      const job = await room.factories.aQueuedJob({ handler: 'send_email', payload, maxAttempts: 1 });
      await until(async () => (await room.story(job)).length > 0, 'it was put back');
      expect(await room.count(`workers WHERE 'send_email' = ANY (handlers)`)).toBe(0);
      expect(without.logged('a handler is not offered: this worker lacks what it needs')).toMatchObject([
        { name: 'send_email', lack: 'SMTP_URL' },
      ]);
      const mails = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
      await new Promise<void>((resolve) => mails.listen(0, '127.0.0.1', () => resolve()));
      try {
        const { port } = mails.server.address() as AddressInfo;
        await room.fleet.worker({ SMTP_URL: `smtp://127.0.0.1:${port}` });
        await room.allEnded();
      } finally {
        await new Promise<void>((resolve) => mails.close(resolve));
      }
      const story = await room.story(job);
      expect(story.at(-1)).toBe('completed 1');
      expect(new Set(story.slice(0, -1))).toEqual(new Set(['released 1 refunded']));
      expect(await room.count('dead_letters')).toBe(0);
    },
    TEST_MS,
  );

  it(
    'the limit of a queue holds over several processes, one of which is killed and started again',
    async () => {
      const queue = await room.factories.aQueue({ maxConcurrency: 3 });
      await room.fleet.scheduler(SHORT_LEASE);
      const workers = await Promise.all([1, 2, 3].map(() => room.fleet.worker(SHORT_LEASE)));
      await room.jobs(queue, { count: 60, handler: 'fault.sleep', payload: { ms: 100 } });
      const victim = await until(() => {
        const pid = room.ledger.runs().find(({ endedAtMs }) => endedAtMs === Infinity)?.pid;
        return workers.find((worker) => worker.pid === pid);
      }, 'a worker runs a job');
      await victim.stop('SIGKILL');
      const died = new Map([[victim.pid, ledgerNowMs()]]);
      await room.fleet.worker();
      await room.allEnded();
      expect(room.ledger.peakOverlap(undefined, died)).toBe(3);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a worker holds no more slow jobs than it has slots, however many of them end at once',
    async () => {
      await room.fleet.worker({ WORKER_CAPACITY: '12' });
      const queue = await room.factories.aQueue();
      await room.jobs(queue, { count: 60, handler: 'fault.sleep', payload: { ms: 700 } });
      let most = 0;
      await until(async () => {
        // What runs, and what has ended and is not recorded yet, is held as well: the handler tells it from hoarding.
        const held = await room.database.sql<{ id: string }>(
          `SELECT job_id AS id FROM live_jobs WHERE status = 'claimed' AND claimed_at < now() - interval '500 ms'`,
        );
        const begun = new Set(room.ledger.runs().map(({ jobId }) => jobId));
        most = Math.max(most, held.filter(({ id }) => !begun.has(id)).length);
        return (await room.count('live_jobs')) === 0;
      }, 'every job has ended');
      expect(most).toBeLessThan(12);
      expect(await room.count(`job_executions WHERE outcome = 'released'`)).toBe(0);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'the ten jobs of one project do not wait for the thousands of another',
    async () => {
      const [crowded, modest] = await Promise.all([room.factories.aProject(), room.factories.aProject()]);
      const inQueue = async (project: typeof crowded): Promise<QueueFixture> => room.factories.aQueue({ project });
      for (let lane = 0; lane < 5; lane += 1) {
        const jobs = { count: 1_000, handler: 'fault.sleep', payload: { ms: 20 }, priority: 100 };
        await room.jobs(await inQueue(crowded), jobs);
      }
      const worker = await room.fleet.worker();
      await until(async () => (await room.count('job_executions')) > 50, 'the crowd is at work');
      const few = await inQueue(modest);
      await room.jobs(few, {
        count: 10,
        handler: 'fault.sleep',
        payload: { ms: 20 },
        priority: -100,
      });
      await until(
        async () => (await room.count('job_executions WHERE queue_id = $1', [few.id])) === 10,
        'the ten are done',
      );
      // Those of the crowd that were claimed while the ten waited, however late the test itself came to look.
      const before = await room.count(
        `job_executions c, (SELECT min(due_at) AS due_at, max(claimed_at) AS claimed_at FROM job_executions WHERE queue_id = $1) AS ten
         WHERE c.queue_id <> $1 AND c.claimed_at BETWEEN ten.due_at AND ten.claimed_at`,
        [few.id],
      );
      expect(before).toBeLessThan(2_000);
      expect(worker.hasEnded).toBe(false);
    },
    TEST_MS,
  );
});
