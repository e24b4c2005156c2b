import { existsSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUILD_MS } from '../support/build.js';
import type { QueueFixture } from '../support/factories.js';
import { FaultRoom, WAIT_FOR_THE_TEST } from '../support/fault-room.js';
import { type RotaProcess, SHORT_LEASE, SHORT_LEASE_MS } from '../support/rota-process.js';
import { ledgerNowMs } from '../support/run-ledger.js';
import { until } from '../support/until.js';

const TEST_MS = BUILD_MS;
const MORTAL_THREADS = path.resolve('test/fixtures/mortal-threads.mjs');

describe('heartbeat threads that die', () => {
  let room: FaultRoom;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'rota-threads-'));
    room = await FaultRoom.open({ FAULT_THREADS_FOLDER: folder });
  }, BUILD_MS);
  afterEach(async () => {
    await room.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const worker = (leaseMs: number): Promise<RotaProcess> =>
    room.fleet.worker({ LEASE_MS: String(leaseMs) }, { nodeArguments: [`--import=${MORTAL_THREADS}`] });
  const plan = (death: string): void => writeFileSync(path.join(folder, death), '');
  const untilAllDied = (): Promise<unknown> => until(() => readdirSync(folder).length === 0, 'every thread has died');

  it(
    'a thread that dies is started anew, and takes over the leases that are held: nothing is lost, run twice or charged',
    async () => {
      // On a busy machine a thread takes seconds to start: two of them have to, and to beat, before the fence.
      const leaseMs = 15_000;
      await room.fleet.scheduler({ LEASE_MS: String(leaseMs) });
      const survivor = await worker(leaseMs);
      const held = await Promise.all([1, 2].map(() => room.job('sleep', { ms: 1.5 * leaseMs }, { maxAttempts: 1 })));
      for (const job of held) await room.running(job);
      // One dies at work, the next at its start: the third has to know what the first one kept.
      plan('start-1');
      plan('kill');
      await untilAllDied();
      const later = await room.job('quick');
      await room.allEnded();
      for (const job of [...held, later]) {
        expect(await room.story(job)).toEqual(['completed 1']);
        expect(room.ledger.runs(job.id)).toHaveLength(1);
      }
      expect(survivor.logged('heartbeat failed, it will be repeated').map((line) => line['reason'])).toEqual([
        'killed by the test',
        'killed at its start by the test',
      ]);
      expect(survivor.hasEnded).toBe(false);
      await room.expectConsistent();
    },
    TEST_MS,
  );

  it(
    'while no thread lives nothing is claimed, and what was lost meanwhile is noticed by the next one',
    async () => {
      const survivor = await worker(SHORT_LEASE_MS);
      const lost = await room.job('sleep', { ms: 600_000 });
      await room.running(lost);
      // None comes up again until the fence has come.
      plan('starts');
      plan('kill');
      await until(() => !existsSync(path.join(folder, 'kill')), 'the thread has died');
      const waiting = await room.job('quick');
      await until(() => room.ledger.runs(lost.id)[0]?.end === 'LeaseLostError', 'the handler was aborted');
      expect(await room.story(waiting)).toEqual([]);
      unlinkSync(path.join(folder, 'starts'));
      await until(async () => (await room.story(waiting)).length > 0, 'the worker claims again');
      expect(survivor.hasEnded).toBe(false);
      await room.fleet.scheduler(SHORT_LEASE);
      await until(async () => (await room.story(lost)).length > 0, 'the lost job was reaped');
      expect(await room.story(lost)).toEqual(['lease_expired 1 refunded']);
      await survivor.stop();
    },
    TEST_MS,
  );
});

describe('workers that were stopped and continue', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterEach(() => room.close());

  /** Another worker takes and ends what the stopped one holds. Then that one goes on, and has a new job to itself. */
  async function isOutlived(zombie: RotaProcess, queue: QueueFixture): Promise<RotaProcess> {
    await room.fleet.scheduler(SHORT_LEASE);
    const heir = await room.fleet.worker();
    await room.allEnded();
    await heir.stop();
    zombie.signal('SIGCONT');
    // Whatever the former zombie still had in mind, it had its chance when it runs this.
    const job = await room.job('quick', {}, { queue });
    await until(async () => (await room.story(job)).length > 0, 'the former zombie takes a new job');
    expect(room.ledger.runs(job.id).map(({ pid }) => pid)).toEqual([zombie.pid]);
    return heir;
  }

  it(
    'jobs that waited in the buffer of a stopped process are not run by it after others have taken them, and nothing is recorded twice',
    async () => {
      const queue = await room.factories.aQueue();
      await room.jobs(queue, { count: 300, handler: 'fault.spin', payload: { ms: 25 } });
      const zombie = await room.fleet.worker({ ...SHORT_LEASE, WORKER_CAPACITY: '1' });
      const isInHandler = (): boolean =>
        room.ledger.runs().some(({ pid, endedAtMs }) => pid === zombie.pid && endedAtMs === Infinity);
      // Stopped while it holds many, in the middle of a handler: what follows that one in the same turn comes before any timer.
      await until(async () => {
        zombie.signal('SIGSTOP');
        if ((await room.count('live_jobs WHERE lease_token IS NOT NULL')) > 4 && isInHandler()) return true;
        zombie.signal('SIGCONT');
        return false;
      }, 'it is stopped in a handler, with a full buffer');
      const stoppedAtMs = ledgerNowMs();
      const atWork = `pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'rota-%' AND state = 'active'`;
      await until(async () => (await room.count(atWork)) === 0, 'what it had sent before is done');
      const taken = await room.database.sql<{ id: string }>(
        'SELECT job_id AS id FROM live_jobs WHERE lease_token IS NOT NULL',
      );
      const heir = await isOutlived(zombie, queue);
      for (const { id } of taken) {
        const [byZombie, byHeir] = [zombie, heir].map(({ pid }) =>
          room.ledger.runs(id).filter((run) => run.pid === pid),
        );
        expect(byZombie?.filter((run) => run.startedAtMs > stoppedAtMs)).toEqual([]);
        expect(byHeir).toHaveLength(1);
      }
      await room.expectConsistent();
      expect(await room.count(`job_executions WHERE outcome = 'lease_expired'`)).toBe(taken.length);
    },
    TEST_MS,
  );

  it(
    'a claim that is answered while the process is stopped is not run by it after others have taken the job',
    async () => {
      const queue = await room.factories.aQueue();
      await room.sabotage(
        'live_jobs',
        'UPDATE',
        `NEW.status = 'claimed'`,
        `IF n = 1 THEN ${WAIT_FOR_THE_TEST} END IF;`,
      );
      const release = await room.hold();
      const zombie = await room.fleet.worker(SHORT_LEASE);
      const job = await room.job('sleep', { ms: 100 }, { queue, maxAttempts: 1 });
      await room.held();
      zombie.signal('SIGSTOP');
      await release();
      await until(
        async () => (await room.count('live_jobs WHERE lease_token IS NOT NULL')) === 1,
        'the job is its own',
      );
      const heir = await isOutlived(zombie, queue);
      expect(room.ledger.runs(job.id).map(({ pid }) => pid)).toEqual([heir.pid]);
      expect(await room.story(job)).toEqual(['lease_expired 1 refunded', 'completed 1']);
      await room.expectConsistent();
    },
    TEST_MS,
  );
});
