import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { BUILD_MS } from '../support/build.js';
import { FaultRoom, WAIT_FOR_THE_TEST } from '../support/fault-room.js';
import { type Environment, type RotaProcess, SHORT_LEASE, SHORT_LEASE_MS } from '../support/rota-process.js';
import { until } from '../support/until.js';

const TEST_MS = BUILD_MS;
const DAY_MS = 86_400_000;

/** What makes a process believe that its host's clock is wrong. */
function aDayAhead(file: string): Environment {
  writeFileSync(file, String(DAY_MS));
  return { FAULT_CLOCK_FILE: file, NODE_OPTIONS: `--import=${path.resolve('test/fixtures/skewed-clock.mjs')}` };
}

describe('workers that die, stop and stall', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterEach(() => room.close());

  const statuses = async () =>
    Object.fromEntries(
      (
        await room.database.sql<{ status: string; jobs: number }>(
          'SELECT status::text, count(*) AS jobs FROM live_jobs GROUP BY status',
        )
      ).map(({ status, jobs }) => [status, jobs]),
    );

  it(
    'a worker killed in mid-job: its jobs run again elsewhere, refunded, and the history shows both attempts',
    async () => {
      const [scheduler, victim] = await Promise.all([
        room.fleet.scheduler(SHORT_LEASE),
        room.fleet.worker(SHORT_LEASE),
      ]);
      const jobs = await Promise.all([1, 2, 3, 4].map(() => room.job('sleep', { ms: 600_000 }, { maxAttempts: 1 })));
      for (const job of jobs) await room.running(job);
      await until(async () => (await statuses())['running'] === 4, 'all starts are recorded');
      await victim.stop('SIGKILL');
      await room.database.sql(`UPDATE jobs SET payload = '{"ms": 10}'`);
      const heir = await room.fleet.worker();
      await room.allEnded();
      for (const job of jobs) {
        // Suspects run one at a time: those that wait their turn for long are given back meanwhile.
        const story = (await room.story(job)).filter((told) => told !== 'released 1 refunded');
        expect(story).toEqual(['lease_expired 1 refunded', 'completed 1']);
        expect(room.ledger.runs(job.id).map(({ pid }) => pid)).toEqual([victim.pid, heir.pid]);
      }
      await room.expectConsistent();
      // By the round of the reaper that follows, which need not be the one that took its jobs.
      const isDead = async () => (await room.count(`workers WHERE pid = $1 AND state = 'dead'`, [victim.pid])) === 1;
      await until(isDead, 'the worker is told dead');
      expect(scheduler.hasEnded).toBe(false);
    },
    TEST_MS,
  );

  it(
    'a worker is ready, and says so, when it stands in the list of workers',
    async () => {
      const other = new Client({ connectionString: room.database.url });
      await other.connect();
      await other.query('BEGIN; LOCK TABLE workers IN EXCLUSIVE MODE');
      const worker = room.fleet.start('worker');
      const { operationsPort } = await worker.untilLogged('starting');
      const isHeldBack = async (): Promise<boolean> => {
        const answer = await fetch(`http://127.0.0.1:${Number(operationsPort)}/readyz`);
        const { reasons } = (await answer.json()) as { reasons: Record<string, string> };
        return answer.status === 503 && 'registration' in reasons;
      };
      await until(isHeldBack, 'it tells that it is not registered');
      expect(worker.logged('ready')).toEqual([]);
      await other.query('COMMIT');
      await other.end();
      await worker.ready();
      expect(await room.count('workers')).toBe(1);
    },
    TEST_MS,
  );

  it(
    'without a heartbeat that succeeds a worker fences itself although it holds nothing, says so, and claims again after the first',
    async () => {
      const worker = await room.fleet.worker(SHORT_LEASE);
      const isFenced = () => worker.lines.some(({ msg }) => msg.startsWith('no heartbeat succeeded in time'));
      const other = new Client({ connectionString: room.database.url });
      await other.connect();
      await other.query('BEGIN');
      // What is left of a heartbeat without leases waits for this row until its statement is cancelled.
      const { rowCount } = await other.query('SELECT id FROM workers FOR UPDATE');
      expect(rowCount).toBe(1);
      await until(isFenced, 'the worker has fenced itself');
      const job = await room.job('quick', {});
      const {
        rows: [now],
      } = await other.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      await other.query('COMMIT');
      await other.end();
      await room.allEnded();
      expect(await room.story(job)).toEqual(['completed 1']);
      const [execution] = await room.database.sql<{ claimed_at: Date }>('SELECT claimed_at FROM job_executions');
      expect(Number(execution?.claimed_at)).toBeGreaterThanOrEqual(Number(now?.at));
    },
    TEST_MS,
  );

  it(
    'SIGTERM: short jobs end, long ones and those that wait go back uncharged and at once, exit 0',
    async () => {
      const graceMs = 10_000;
      const worker = await room.fleet.worker({ WORKER_CAPACITY: '6', SHUTDOWN_GRACE_MS: String(graceMs) });
      const polite = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 600_000 })));
      const deaf = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 600_000, ignoresSignal: true })));
      for (const job of [...polite, ...deaf]) await room.running(job);
      // At work still when the signal comes, and ended within the grace.
      const gate = room.ledger.gate('short');
      const short = await Promise.all([1, 2].map(() => room.job('gate', { gate: gate.file })));
      for (const job of short) await room.running(job);
      await room.job('quick', {}, { priority: -1 });
      worker.signal('SIGTERM');
      await worker.untilLogged('draining');
      gate.open();
      expect(await worker.ended).toEqual({ code: 0, signal: null });
      const [draining, stopped] = ['draining', 'stopped'].map((said) =>
        Date.parse(String(worker.logged(said)[0]?.['time'])),
      );
      expect((stopped ?? Infinity) - (draining ?? 0)).toBeLessThan(graceMs);
      const [left] = await room.database.sql(
        `SELECT count(*) FILTER (WHERE status = 'queued' AND run_at <= now()) AS claimable, count(*) AS live, max(attempt) AS attempt,
                max(lease_losses) AS losses FROM live_jobs`,
      );
      expect(left).toEqual({ claimable: 5, live: 5, attempt: 0, losses: 0 });
      for (const job of short) expect(await room.story(job)).toEqual(['completed 1']);
      for (const job of [...polite, ...deaf]) expect(await room.story(job)).toEqual(['released 1 refunded']);
      for (const job of polite) expect(room.ledger.runs(job.id)[0]?.end).toBe('DrainError');
      expect(await room.database.sql('SELECT state, in_flight FROM workers')).toEqual([
        { state: 'stopped', in_flight: 0 },
      ]);
      expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'SIGTERM while jobs are claimed and finished in masses: exit 0, nothing stays in flight, nothing is charged or run twice',
    async () => {
      const queue = await room.factories.aQueue();
      await room.jobs(queue, { count: 4_000, handler: 'fault.quick' });
      for (let round = 1; round <= 4; round += 1) {
        const before = await room.count('job_executions');
        const worker = await room.fleet.worker({ WORKER_CAPACITY: String(round * 8) });
        await until(async () => (await room.count('job_executions')) > before + 20 * round, 'jobs are finished');
        expect(await worker.stop('SIGTERM')).toEqual({ code: 0, signal: null });
        expect(await room.count(`live_jobs WHERE status IN ('claimed', 'running')`)).toBe(0);
      }
      await room.jobs(queue, { count: 100, handler: 'fault.quick' });
      await room.fleet.worker();
      await room.allEnded();
      await room.expectConsistent();
      expect(await room.count(`job_executions WHERE outcome NOT IN ('completed', 'released')`)).toBe(0);
    },
    TEST_MS,
  );

  it(
    'SIGTERM at any moment of the start: nothing stays in flight',
    async () => {
      const queue = await room.factories.aQueue();
      await room.jobs(queue, { count: 500, handler: 'fault.quick' });
      for (const moment of [0, 50, 100, 200, 300, 400]) {
        const worker = room.fleet.start('worker');
        const starting = await worker.untilLogged('starting');
        const isDue = (): boolean => worker.hasEnded || Date.now() - Date.parse(String(starting['time'])) >= moment;
        await until(isDue, `${moment} ms have passed since the start`);
        expect(await worker.stop('SIGTERM')).toEqual({ code: 0, signal: null });
        expect(await room.count(`live_jobs WHERE status IN ('claimed', 'running')`)).toBe(0);
        expect(worker.lines.filter(({ level }) => level === 'error')).toEqual([]);
      }
      await room.fleet.worker();
      await room.allEnded();
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'SIGTERM between the end of a handler and its record, which waits for the log lines: the end is recorded first',
    async () => {
      await room.sabotage('job_logs', 'INSERT', 'true', WAIT_FOR_THE_TEST);
      const release = await room.hold();
      const worker = await room.fleet.worker();
      const job = await room.job('spin', { ms: 10 });
      await until(() => room.ledger.runs(job.id)[0]?.end === 'returned', 'its handler has ended');
      await room.held();
      worker.signal('SIGTERM');
      await worker.untilLogged('draining');
      expect(await room.story(job)).toEqual([]);
      await release();
      expect(await worker.ended).toEqual({ code: 0, signal: null });
      expect(await room.story(job)).toEqual(['completed 1']);
      expect(await room.count('job_logs')).toBe(1);
    },
    TEST_MS,
  );

  it(
    'a second SIGTERM gives back at once what still runs: exit 0, nothing charged',
    async () => {
      const worker = await room.fleet.worker({ SHUTDOWN_GRACE_MS: '600000' });
      const job = await room.job('sleep', { ms: 600_000, ignoresSignal: true }, { maxAttempts: 1 });
      await room.running(job);
      worker.signal('SIGTERM');
      await worker.untilLogged('draining');
      expect(await worker.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(await statuses()).toEqual({ queued: 1 });
      expect(await room.story(job)).toEqual(['released 1 refunded']);
    },
    TEST_MS,
  );

  async function untilReaped(job: { id: string }): Promise<void> {
    const isReaped = async () =>
      (await room.count(`job_executions WHERE outcome = 'lease_expired' AND job_id = $1`, [job.id])) === 1;
    await until(isReaped, `job ${job.id} was reaped`);
  }

  it(
    'a worker stopped past its lease and continued changes nothing: complete, fail, log, progress and heartbeat are refused',
    async () => {
      const [, completing, failing, waiting] = await Promise.all([
        room.fleet.scheduler(SHORT_LEASE),
        room.fleet.worker({ ...SHORT_LEASE, WORKER_CAPACITY: '2', WORKER_QUEUES: 'completing,first' }),
        room.fleet.worker({ ...SHORT_LEASE, WORKER_CAPACITY: '2', WORKER_QUEUES: 'failing' }),
        room.fleet.worker({ ...SHORT_LEASE, WORKER_QUEUES: 'talking' }),
      ]);
      const zombies = [completing, failing, waiting];
      const inQueue = async (name: string, handler: string, payload: object) =>
        room.job(handler, payload, { queue: await room.factories.aQueue({ name }), maxAttempts: 1 });
      // Those that block speak in the very turn in which the process continues: before it can notice anything.
      const [spoken, taken] = [room.ledger.gate('spoken'), room.ledger.gate('taken')];
      const polite = await inQueue('first', 'sleep', { ms: 600_000 });
      await room.running(polite);
      const talked = await inQueue('talking', 'talk', { ms: 600_000 });
      await until(async () => (await room.count('job_logs')) > 0, 'its lines are stored');
      const completed = await inQueue('completing', 'block', { gate: spoken.file });
      const failed = await inQueue('failing', 'block', { gate: spoken.file, fails: true });
      for (const job of [completed, failed, talked]) await room.running(job);
      for (const zombie of zombies) zombie.signal('SIGSTOP');
      for (const job of [completed, failed, talked, polite]) await untilReaped(job);
      // Taken by somebody else, who is at work on all of them when the zombies continue.
      await room.database.sql(
        `UPDATE jobs SET handler = 'fault.gate', payload = jsonb_build_object('gate', $1::text)`,
        [taken.file],
      );
      await room.database.sql('UPDATE live_jobs SET lease_losses = 0');
      const heir = await room.fleet.worker();
      for (const job of [completed, failed, talked, polite]) {
        await until(() => room.ledger.runs(job.id).some(({ pid }) => pid === heir.pid), 'the heir runs the job');
      }
      const linesBefore = await room.count('job_logs');
      spoken.open();
      for (const zombie of zombies) zombie.signal('SIGCONT');
      await completing.untilLogged('lease lost before the end was recorded, nothing was changed');
      await failing.untilLogged('lease lost before the end was recorded, nothing was changed');
      await waiting.untilLogged('lease lost, handler aborted');
      await until(
        () => room.ledger.runs(polite.id)[0]?.end === 'LeaseLostError',
        'the handler of the zombie was aborted',
      );
      expect(await room.count('live_jobs WHERE progress IS NOT NULL')).toBe(0);
      taken.open();
      await room.allEnded();
      for (const job of [completed, failed, talked, polite]) {
        expect(await room.story(job)).toEqual(['lease_expired 1 refunded', 'completed 1']);
      }
      expect(await room.count('job_logs')).toBe(linesBefore);
      await room.expectConsistent();
      await until(async () => (await room.count('workers WHERE in_flight > 0')) === 0, 'nobody holds a lease any more');
      await expectGoesOn(zombies, heir);
    },
    TEST_MS,
  );

  /** Former zombies take new jobs, each from its own queue. */
  async function expectGoesOn(zombies: readonly RotaProcess[], heir: RotaProcess): Promise<void> {
    await heir.stop();
    for (const [index, name] of ['completing', 'failing', 'talking'].entries()) {
      const [queue] = await room.database.sql<{ id: string; projectId: string; name: string }>(
        'SELECT id, project_id AS "projectId", name FROM queues WHERE name = $1',
        [name],
      );
      const job = await room.job('quick', {}, { queue: queue as { id: string; projectId: string; name: string } });
      await until(async () => (await room.story(job)).length > 0, `${name} takes a new job`);
      expect(room.ledger.runs(job.id).map(({ pid }) => pid)).toEqual([zombies[index]?.pid]);
    }
  }

  /** What launches workers: one that died is started again, so many times at most. */
  async function launchUntilDone(launch: () => RotaProcess, most: number): Promise<void> {
    const isDone = async () => (await room.count('live_jobs')) === 0;
    for (let starts = 1; !(await isDone()); starts += 1) {
      if (starts > most) throw new Error(`a worker died ${most} times, and its jobs are not done`);
      const worker = launch(); // it may die before it is ready
      await until(async () => worker.hasEnded || isDone(), 'the worker died, or all is done', 60_000);
    }
  }

  it(
    'one job that aborts its process and 200 good ones in one claim: the bad one ends as worker_lost, the good ones are not charged',
    async () => {
      const queue = await room.factories.aQueue({ maxLeaseLosses: 3, maxAttempts: 1 });
      await room.jobs(queue, { count: 100, handler: 'fault.quick' });
      const poison = await room.job('die', { how: 'abort', afterMs: 20 }, { queue });
      await room.jobs(queue, { count: 60, handler: 'fault.quick' });
      await room.jobs(queue, { count: 40, handler: 'fault.sleep', payload: { ms: 200 } });
      await room.fleet.scheduler(SHORT_LEASE);
      const env = { ...SHORT_LEASE, WORKER_CAPACITY: '201', WORKER_QUEUES: queue.id };
      await launchUntilDone(() => room.fleet.start('worker', env), 5);
      const losses = (await room.story(poison)).filter((told) => told !== 'released 1 refunded');
      expect(losses).toEqual(Array(4).fill('lease_expired 1 refunded'));
      expect(await room.database.sql('SELECT job_id, reason::text FROM dead_letters')).toEqual([
        { job_id: poison.id, reason: 'worker_lost' },
      ]);
      expect(await room.count(`job_executions WHERE final_status = 'completed' AND attempt = 1`)).toBe(200);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it.each(['exit', 'memory', 'kill'])(
    'a job that ends its process by %s is dead-lettered after three further losses, and its neighbours complete',
    async (how) => {
      const queue = await room.factories.aQueue({ maxLeaseLosses: 2, maxAttempts: 5 });
      const poison = await room.job('die', { how }, { queue });
      await room.jobs(queue, { count: 20, handler: 'fault.sleep', payload: { ms: 50 } });
      await room.fleet.scheduler(SHORT_LEASE);
      await launchUntilDone(
        () => room.fleet.start('worker', SHORT_LEASE, { nodeArguments: ['--max-old-space-size=80'] }),
        4,
      );
      const losses = (await room.story(poison)).filter((told) => told !== 'released 1 refunded');
      expect(losses).toEqual(Array(3).fill('lease_expired 1 refunded'));
      expect(await room.count(`job_executions WHERE final_status = 'completed' AND attempt = 1`)).toBe(20);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a handler that blocks the event loop longer than a lease loses nothing',
    async () => {
      const [scheduler, worker] = await Promise.all([
        room.fleet.scheduler(SHORT_LEASE),
        room.fleet.worker(SHORT_LEASE),
      ]);
      const neighbours = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 5_000 })));
      for (const job of neighbours) await room.running(job);
      const blocking = await room.job('spin', { ms: SHORT_LEASE_MS + 2_000 }, { timeoutMs: 60_000 });
      await room.allEnded();
      for (const job of [blocking, ...neighbours]) expect(await room.story(job)).toEqual(['completed 1']);
      await room.expectConsistent();
      expect([scheduler.hasEnded, worker.hasEnded]).toEqual([false, false]);
    },
    TEST_MS,
  );

  it(
    'an endless loop is ended by its timeout and the grace: timed_out and charged, the neighbours released and refunded, and it says so, also on a host with a wrong clock',
    async () => {
      await room.fleet.scheduler();
      const worker = await room.fleet.worker(aDayAhead(`${room.ledger.file}.clock`));
      const neighbours = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 600_000 }, { maxAttempts: 1 })));
      for (const job of neighbours) await room.running(job);
      const endless = await room.job('forever', {}, { timeoutMs: 500, maxAttempts: 1 });
      await room.running(endless);
      const end = await until(async () => worker.hasEnded && worker.ended, 'the watchdog ended the worker');
      expect(end).toEqual({ code: null, signal: 'SIGKILL' });
      expect(worker.logged('event loop blocked past a job timeout, ending the process')).toMatchObject([
        { level: 'fatal', jobs: [endless.id] },
      ]);
      expect(await room.story(endless)).toEqual(['timed_out 1']);
      const [letter] = await room.database.sql<{ id: string; diedAt: Date }>(
        'SELECT id, created_at AS "diedAt" FROM dead_letters WHERE job_id = $1',
        [endless.id],
      );
      // Lists find letters by the time in their ids.
      const mintedAtMs = Number.parseInt(String(letter?.id).replace('-', '').slice(0, 12), 16);
      expect(Math.abs(mintedAtMs - Number(letter?.diedAt))).toBeLessThan(60_000);
      for (const job of neighbours) expect(await room.story(job)).toEqual(['released 1 refunded']);
      expect(await room.count(`live_jobs WHERE status = 'queued' AND lease_losses = 0`)).toBe(2);
      await room.database.sql(`UPDATE jobs SET payload = '{"ms": 10}'`);
      await room.fleet.worker();
      await room.allEnded();
      for (const job of neighbours) expect(await room.story(job)).toEqual(['released 1 refunded', 'completed 1']);
      await room.expectConsistent();
    },
    TEST_MS,
  );
});
