import { newId } from '../../src/kernel/ids.js';
import { mintApiKey } from '../../src/modules/auth/api-key.js';
import { BUILD_MS, ensureBuild } from '../support/build.js';
import { DurableServer } from '../support/durable-server.js';
import type { QueueFixture } from '../support/factories.js';
import { FaultRoom } from '../support/fault-room.js';
import { RoleProcess } from '../support/role-process.js';
import { type RotaProcess, SHORT_FENCE_MS, SHORT_LEASE } from '../support/rota-process.js';
import { ledgerNowMs } from '../support/run-ledger.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const TEST_MS = BUILD_MS;
/** Pauses after a lost connection end within six seconds: the rest is for a busy machine. */
const RECOVERY_MS = 15_000;
/** Restarts fit into the time before the fence, on a busy machine too; what runs for longer lives by the heartbeats after them. */
const RESTART_LEASE_MS = 20_000;
const RESTART = { LEASE_MS: String(RESTART_LEASE_MS) };
/** From the fence to the end of the lease is one heartbeat: as long as a busy machine may take to abort what runs. */
const ABORT_LEASE_MS = 12_000;
const ABORT_HEARTBEAT_MS = 4_000;
const ABORT_FENCE_MS = ABORT_LEASE_MS - ABORT_HEARTBEAT_MS;
const ABORT = { LEASE_MS: String(ABORT_LEASE_MS), WORKER_HEARTBEAT_MS: String(ABORT_HEARTBEAT_MS) };

const FAULT_HANDLERS = './test/fixtures/handlers/fault-handlers.mjs';

const msOf = (instant: string): string => `(extract(epoch FROM ${instant}) * 1000)::float8`;

function expectAlive(processes: readonly RotaProcess[]): void {
  expect(processes.filter(({ hasEnded }) => hasEnded).map((ended) => ended.tail())).toEqual([]);
}

/** Enqueues without a pause until it is stopped; what was acknowledged is remembered. */
class Load {
  readonly acknowledged: string[] = [];
  private isOver = false;
  private readonly running: Promise<void>;

  /** @param enqueue answers the ids of what is stored, and throws when it does not know */
  constructor(private readonly enqueue: () => Promise<string[]>) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      await this.enqueue()
        .then((ids) => this.acknowledged.push(...ids))
        .catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Straight into the tables. */
function loadBySql(server: DurableServer, queue: QueueFixture): Load {
  return new Load(async () => {
    const ids = Array.from({ length: 3 }, () => newId());
    await server.sql(
      `WITH j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload)
         SELECT id, $2, $3, 'fault.sleep', '{"ms": 5}' FROM unnest($1::uuid[]) id RETURNING *)
       INSERT INTO live_jobs (job_id, project_id, queue_id, status, run_at) SELECT id, project_id, queue_id, 'queued', now() FROM j`,
      [ids, queue.projectId, queue.id],
    );
    return ids;
  });
}

/** Through the api: a 201 is its word. */
async function loadByRest(api: RoleProcess, server: DurableServer, queue: QueueFixture): Promise<Load> {
  const key = mintApiKey();
  await server.sql(
    `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes) VALUES ($1, $2, 'Load', $3, $4, '{enqueue}')`,
    [newId(), queue.projectId, key.prefix, key.hash],
  );
  return new Load(async () => {
    const answer = await fetch(`${api.url}/api/v1/projects/${queue.projectId}/jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ queue: queue.name, handler: 'fault.sleep', payload: { ms: 5 } }),
    });
    const { id } = (await answer.json()) as { id: string };
    return answer.status === 201 ? [id] : [];
  });
}

describe('a PostgreSQL that is restarted, crashes and stays away', () => {
  let server: DurableServer;
  let room: FaultRoom;
  beforeEach(async () => {
    await ensureBuild();
    server = await DurableServer.start();
    room = aRoom();
  }, BUILD_MS);
  const apis: RoleProcess[] = [];
  /** A process that a failed expectation leaves behind would keep the whole run from ending. */
  afterEach(async () => {
    for (const api of apis.splice(0)) if (!api.hasEnded) await api.kill();
    await room.close();
  });

  const aRoom = (): FaultRoom =>
    FaultRoom.on({ url: server.url, sql: (text, values) => server.sql(text, values), close: () => server.close() });

  it(
    'restarted and crashed under load: no process ends, nothing acknowledged is lost, no live lease is reaped',
    async () => {
      const { fleet, factories } = room;
      const queue = await factories.aQueue({ maxAttempts: 1 });
      const [scheduler, first, second] = await Promise.all([
        fleet.scheduler(RESTART),
        fleet.worker(RESTART),
        fleet.worker(RESTART),
      ]);
      const api = await RoleProcess.start('api', server, { HANDLER_MODULES: FAULT_HANDLERS });
      apis.push(api);
      const long = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 2.2 * RESTART_LEASE_MS })));
      for (const job of long) await room.running(job);
      const load = loadBySql(server, queue);
      const rest = await loadByRest(api, server, queue);
      let before = 0;
      let restBefore = 0;
      const recoveries: number[] = [];
      for (const mode of ['fast', 'immediate', 'fast'] as const) {
        await until(
          async () =>
            load.acknowledged.length >= before + 60 &&
            rest.acknowledged.length >= restBefore + 20 &&
            (await room.count('job_executions')) > load.acknowledged.length / 2,
          'the load is being worked off',
        );
        await server.restart(mode);
        before = load.acknowledged.length;
        restBefore = rest.acknowledged.length;
        const isBack = async () =>
          (await room.count('job_executions WHERE job_id = ANY ($1)', [load.acknowledged.slice(before)])) > 0;
        const upAtMs = performance.now();
        await until(() => isBack().catch(() => false), 'jobs that were enqueued afterwards are run');
        recoveries.push(performance.now() - upAtMs);
      }
      await until(() => rest.acknowledged.length > restBefore, 'the api enqueues again');
      await Promise.all([load.stop(), rest.stop()]);
      await room.allEnded(90_000);
      expect(Math.max(...recoveries)).toBeLessThan(RECOVERY_MS);
      expect(load.acknowledged.length).toBeGreaterThan(180);
      for (const { acknowledged } of [load, rest])
        expect(await room.count('jobs WHERE id = ANY ($1)', [acknowledged])).toBe(acknowledged.length);
      for (const job of long) expect(await room.story(job)).toEqual(['completed 1']);
      expect(await room.count(`job_executions WHERE outcome = 'failed'`)).toBe(0);
      await room.expectConsistent();
      expectAlive([scheduler, first, second]);
      expect([api.hasEnded, api.log()]).toEqual([false, expect.any(String)]);
    },
    TEST_MS,
  );

  it(
    'away for a moment: a job that ends meanwhile is recorded when it is back, and not run again',
    async () => {
      const { fleet } = room;
      const processes = await Promise.all([fleet.scheduler(), fleet.worker()]);
      const job = await room.job('sleep', { ms: 800 }, { maxAttempts: 1 });
      await room.running(job);
      await server.down('fast');
      await until(() => room.ledger.runs(job.id)[0]?.end === 'returned', 'the handler ends while the database is away');
      await server.up();
      await room.allEnded();
      expect(await room.story(job)).toEqual(['completed 1']);
      await room.expectConsistent();
      expectAlive(processes);
    },
    TEST_MS,
  );

  /** When the last heartbeat of each job was, by the clock of the database. */
  async function lastBeats(): Promise<ReadonlyMap<string, number>> {
    const rows = await server.sql<{ id: string; ms: number }>(
      `SELECT job_id AS id, ${msOf('lock_expires_at')} - ${ABORT_LEASE_MS} AS ms FROM live_jobs`,
    );
    return new Map(rows.map(({ id, ms }) => [id, ms]));
  }

  it(
    'away for longer than a lease: workers abort their handlers in time, the reaper waits a lease, and then all goes on',
    async () => {
      const { fleet } = room;
      const processes = await Promise.all([fleet.scheduler(ABORT), fleet.worker(ABORT), fleet.worker(ABORT)]);
      const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => room.job('sleep', { ms: 600_000 }, { maxAttempts: 1 })));
      for (const job of jobs) await room.running(job);
      const [clock] = await server.sql<{ ms: number }>(`SELECT ${msOf('clock_timestamp()')} AS ms`);
      const aheadMs = ledgerNowMs() - (clock?.ms ?? 0);
      // The first lease of a job comes with its claim, which the fence does not count from.
      const claimedOnly = `live_jobs WHERE lock_expires_at <= claimed_at + ${ABORT_LEASE_MS} * interval '1 ms'`;
      await until(async () => (await room.count(claimedOnly)) === 0, 'a heartbeat has extended each lease');
      const told = await lastBeats();
      await server.down('fast');
      await until(() => room.ledger.runs().every(({ end }) => end === 'LeaseLostError'), 'all handlers are aborted');
      await server.up();
      // The server may have stored one more, the answer to which it took along.
      const stored = await lastBeats();
      expect([told.size, stored.size]).toEqual([jobs.length, jobs.length]);
      for (const { id } of jobs) {
        const endedAtMs = (room.ledger.runs(id)[0]?.endedAtMs ?? Infinity) - aheadMs;
        // Not before the fence, and before somebody else could have had the job.
        expect(endedAtMs - (told.get(id) ?? Infinity)).toBeGreaterThan(ABORT_FENCE_MS - 1_000);
        expect(endedAtMs - (stored.get(id) ?? -Infinity)).toBeLessThan(ABORT_LEASE_MS);
      }
      await server.sql(`UPDATE jobs SET payload = '{"ms": 10}'`);
      await room.allEnded();
      for (const job of jobs) {
        const story = (await room.story(job)).filter((told) => told !== 'released 1 refunded');
        expect(story).toEqual(['lease_expired 1 refunded', 'completed 1']);
      }
      const [reaped] = await server.sql<{ after_ms: number }>(
        `SELECT extract(epoch FROM min(finished_at) - pg_postmaster_start_time())::float8 * 1000 AS after_ms
         FROM job_executions WHERE outcome = 'lease_expired'`,
      );
      expect(reaped?.after_ms).toBeGreaterThanOrEqual(ABORT_LEASE_MS);
      await room.expectConsistent();
      expectAlive(processes);
    },
    TEST_MS,
  );

  it(
    'away when SIGTERM comes: exit 0 within the grace',
    async () => {
      const { fleet } = room;
      const grace = { SHUTDOWN_GRACE_MS: '3000' };
      const processes = await Promise.all([fleet.scheduler(grace), fleet.worker(grace)]);
      const job = await room.job('sleep', { ms: 600_000 });
      await room.running(job);
      await server.down('fast');
      for (const end of await Promise.all(processes.map((each) => each.stop('SIGTERM')))) {
        expect(end).toEqual({ code: 0, signal: null });
      }
      await server.up();
    },
    TEST_MS,
  );
});

describe('a network that breaks between one worker and PostgreSQL', () => {
  let room: FaultRoom;
  let proxy: TcpProxy;
  beforeEach(async () => {
    room = await FaultRoom.open({ DATABASE_CONNECT_TIMEOUT_MS: '2000' });
    proxy = await TcpProxy.to(room.database.url);
  }, BUILD_MS);
  afterEach(async () => {
    await room.close();
    await proxy.close();
  });

  it.each([
    ['drops everything', () => proxy.cut()],
    ['leaves half-open connections', () => proxy.forget()],
    ['resets and refuses', () => proxy.reset(true)],
  ] as const)(
    'that %s: the worker aborts before its lease ends, others do not notice, and it goes on when the network is back',
    async (_name, breakDown) => {
      const [cutOff, , other] = await Promise.all([
        room.fleet.worker({ ...ABORT, DATABASE_URL: proxy.url(room.database.url), WORKER_QUEUES: 'shared,mine' }),
        room.fleet.scheduler(ABORT),
        room.fleet.worker({ WORKER_QUEUES: 'theirs' }),
      ]);
      const [shared, mine, theirs] = await Promise.all(
        ['shared', 'mine', 'theirs'].map((name) => room.factories.aQueue({ name })),
      );
      const lost = await room.job('sleep', { ms: 600_000 }, { queue: shared, maxAttempts: 1 });
      const undisturbed = await room.job('sleep', { ms: ABORT_LEASE_MS + 3_000 }, { queue: theirs, maxAttempts: 1 });
      for (const job of [lost, undisturbed]) await room.running(job);
      const brokenAtMs = ledgerNowMs();
      breakDown();
      await until(
        () => room.ledger.runs(lost.id)[0]?.end === 'LeaseLostError',
        'the cut off worker aborts its handler',
      );
      expect((room.ledger.runs(lost.id)[0]?.endedAtMs ?? Infinity) - brokenAtMs).toBeLessThan(ABORT_LEASE_MS);
      await room.database.sql(`UPDATE jobs SET payload = '{"ms": 10}' WHERE id = $1`, [lost.id]);
      await room.fleet.worker({ WORKER_QUEUES: 'shared' });
      await room.allEnded();
      expect(await room.story(lost)).toEqual(['lease_expired 1 refunded', 'completed 1']);
      expect(await room.story(undisturbed)).toEqual(['completed 1']);
      expect(room.ledger.peakOverlap(room.ledger.runs(lost.id))).toBe(1);
      proxy.heal();
      const next = await room.job('quick', {}, { queue: mine });
      // A claim whose answer was lost with the network comes back by the reaper first.
      await until(async () => (await room.story(next)).at(-1) === 'completed 1', 'it takes new jobs');
      await room.expectConsistent();
      expectAlive([cutOff, other]);
    },
    TEST_MS,
  );

  it(
    'that is slow costs time and nothing else',
    async () => {
      proxy.slowDown(150);
      const slow = { ...SHORT_LEASE, DATABASE_URL: proxy.url(room.database.url) };
      await Promise.all([room.fleet.scheduler(SHORT_LEASE), room.fleet.worker(slow)]);
      const queue = await room.factories.aQueue({ maxAttempts: 1 });
      await room.jobs(queue, { count: 20, handler: 'fault.sleep', payload: { ms: 300 } });
      await room.allEnded();
      expect(await room.count(`job_executions WHERE outcome NOT IN ('completed', 'released')`)).toBe(0);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'that drops everything when SIGTERM comes: the worker does not outstay its grace, and its job is run by another',
    async () => {
      const grace = { SHUTDOWN_GRACE_MS: '4000', DATABASE_URL: proxy.url(room.database.url) };
      const worker = await room.fleet.worker({ ...SHORT_LEASE, ...grace });
      const job = await room.job('sleep', { ms: 600_000 }, { maxAttempts: 1 });
      await room.running(job);
      proxy.cut();
      await worker.stop('SIGTERM');
      await room.database.sql(`UPDATE jobs SET payload = '{"ms": 10}'`);
      await Promise.all([room.fleet.worker(), room.fleet.scheduler(SHORT_LEASE)]);
      await room.allEnded();
      expect(await room.story(job)).toEqual(['lease_expired 1 refunded', 'completed 1']);
      await room.expectConsistent();
    },
    TEST_MS,
  );
});

describe('sessions and statements that fail', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterEach(() => room.close());

  it(
    'all sessions terminated again and again, busy and idle: no process ends, nothing is charged',
    async () => {
      const queue = await room.factories.aQueue({ maxAttempts: 1 });
      // A claim whose answer was lost with its session comes back by the reaper.
      const processes = await Promise.all([
        room.fleet.scheduler(SHORT_LEASE),
        room.fleet.worker(SHORT_LEASE),
        room.fleet.worker(SHORT_LEASE),
      ]);
      for (let round = 1; round <= 6; round += 1) {
        await room.jobs(queue, { count: 400, handler: 'fault.sleep', payload: { ms: 5 } });
        const before = await room.count('job_executions');
        await until(async () => (await room.count('job_executions')) > before + 50, 'jobs are run');
        await room.database.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'rota-%'`,
        );
      }
      await room.allEnded();
      expect(await room.count(`job_executions WHERE outcome = 'failed'`)).toBe(0);
      await room.expectConsistent();
      expectAlive(processes);
    },
    TEST_MS,
  );

  it(
    'the start of a suspect that cannot be recorded is repeated, and charges nobody',
    async () => {
      await room.sabotage(
        'live_jobs',
        'UPDATE',
        `OLD.status = 'claimed' AND NEW.status = 'running'`,
        `IF n <= 3 THEN RAISE 'gone' USING ERRCODE = '57P01'; END IF;`,
      );
      const job = await room.job('quick', {}, { maxAttempts: 1, leaseLosses: 1 });
      await room.fleet.worker();
      await room.allEnded();
      expect(await room.story(job)).toEqual(['completed 1']);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'a release that is refused for good lets the lease run out instead of keeping it for ever',
    async () => {
      await room.sabotage(
        'live_jobs',
        'UPDATE',
        `OLD.status = 'claimed' AND NEW.status = 'scheduled'`,
        `IF n = 1 THEN RAISE 'refused' USING ERRCODE = '22000'; END IF;`,
      );
      const job = await room.job('quick', {}, { maxAttempts: 1 });
      await Promise.all([
        room.fleet.worker({ ...SHORT_LEASE, HANDLER_MODULES: '' }),
        room.fleet.scheduler(SHORT_LEASE),
      ]);
      await until(async () => (await room.story(job)).length > 1, 'it was reaped, and then put back');
      expect((await room.story(job)).slice(0, 2)).toEqual(['lease_expired 1 refunded', 'released 1 refunded']);
    },
    TEST_MS,
  );

  it(
    'a claim whose answer comes after the fence is not started',
    async () => {
      await room.sabotage(
        'live_jobs',
        'UPDATE',
        `OLD.status = 'queued' AND NEW.status = 'claimed'`,
        `IF n = 1 THEN PERFORM pg_sleep(${(SHORT_FENCE_MS + 200) / 1000}); END IF;`,
      );
      const job = await room.job('quick', {}, { maxAttempts: 1 });
      await Promise.all([room.fleet.worker(SHORT_LEASE), room.fleet.scheduler(SHORT_LEASE)]);
      await room.allEnded();
      expect(room.ledger.runs(job.id).map(({ executionSeq }) => executionSeq)).toEqual([2]);
      expect((await room.story(job)).at(-1)).toBe('completed 1');
      await room.expectConsistent();
    },
    TEST_MS,
  );
});
