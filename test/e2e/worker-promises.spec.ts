import { nextCronInstant, parseCron } from '../../src/kernel/cron/index.js';
import { BUILD_MS } from '../support/build.js';
import { FaultRoom } from '../support/fault-room.js';
import { aSchedule } from '../support/schedules.js';
import type { TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const TEST_MS = BUILD_MS;

describe('what a worker keeps of its promises', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterEach(() => room.close());

  it(
    'ten leases that are lost together: each handler is told, each loss is one line, nothing is written, and every slot takes new work',
    async () => {
      const worker = await room.fleet.worker({ WORKER_CAPACITY: '10' });
      const lost = await Promise.all(Array.from({ length: 10 }, () => room.job('sleep', { ms: 600_000 })));
      for (const job of lost) await room.running(job);
      await until(
        async () => (await room.count(`live_jobs WHERE status = 'running'`)) === 10,
        'all starts are recorded',
      );
      // As if others had taken them: nobody holds these tokens, so only the heartbeat can notice.
      const taken = await room.database.sql<{ lease_token: string }>(
        `UPDATE live_jobs SET lease_token = gen_random_uuid(), lock_expires_at = now() + interval '1 hour' RETURNING lease_token`,
      );
      for (const job of lost) {
        await until(() => room.ledger.runs(job.id)[0]?.end === 'LeaseLostError', 'the handler was told');
      }
      const next = await Promise.all(Array.from({ length: 10 }, () => room.job('sleep', { ms: 500 })));
      for (const job of next) {
        await until(async () => (await room.story(job)).length > 0, 'the slot took new work');
        expect(await room.story(job)).toEqual(['completed 1']);
      }
      expect(room.ledger.peakOverlap(next.flatMap(({ id }) => room.ledger.runs(id)))).toBeGreaterThan(1);
      expect(worker.logged('lease lost, handler aborted').map((line) => line['jobId'])).toHaveLength(10);
      for (const job of lost) expect(await room.story(job)).toEqual([]);
      const kept = await room.database.sql<{ lease_token: string }>('SELECT lease_token FROM live_jobs');
      const tokens = (rows: readonly { lease_token: string }[]) => rows.map((row) => row.lease_token).toSorted();
      expect(tokens(kept)).toEqual(tokens(taken));
    },
    TEST_MS,
  );

  it(
    'two hundred lines that a job says at once are two hundred rows',
    async () => {
      await room.fleet.worker();
      const job = await room.job('chatter', { lines: 200 });
      await room.allEnded();
      expect(await room.story(job)).toEqual(['completed 1']);
      expect(await room.count('(SELECT DISTINCT message FROM job_logs WHERE job_id = $1)', [job.id])).toBe(200);
    },
    TEST_MS,
  );

  it(
    'a job that was given back more often than a small number can count goes on: failed, completed',
    async () => {
      const counted = 70_000;
      const queue = await room.factories.aQueue({ retryBaseMs: 100, retryCapMs: 1_000 });
      const job = await room.job('fail', { times: 1 }, { queue, maxAttempts: 3, executionSeq: counted });
      await Promise.all([room.fleet.scheduler(), room.fleet.worker()]);
      await room.allEnded();
      const executions = await room.executions(job);
      expect(executions.map(({ execution_seq, outcome, attempt }) => [execution_seq, outcome, attempt])).toEqual([
        [counted + 1, 'failed', 1],
        [counted + 2, 'completed', 2],
      ]);
    },
    TEST_MS,
  );

  it(
    'five hundred jobs that fail together come back spread over their whole backoff',
    async () => {
      const retry = { retryStrategy: 'fixed', retryBaseMs: 60_000, retryCapMs: 60_000, retryJitter: true } as const;
      const queue = await room.factories.aQueue({ maxAttempts: 2, ...retry });
      await room.jobs(queue, { count: 500, handler: 'fault.fail', payload: { times: 1 } });
      await room.fleet.worker({ WORKER_CAPACITY: '50' });
      await until(async () => (await room.count('job_executions')) === 500, 'all have failed');
      const [spread] = await room.database.sql<{ fullest: number; late: number; odd: number }>(
        `WITH backoffs AS (
           SELECT 1000 * extract(epoch FROM l.run_at - e.finished_at) AS ms FROM live_jobs l JOIN job_executions e USING (job_id)
         )
         SELECT (SELECT max(n) FROM (SELECT count(*) AS n FROM backoffs GROUP BY floor(ms / 1000)) AS seconds) AS fullest,
                count(*) FILTER (WHERE ms > 30000) AS late, count(*) FILTER (WHERE ms <= 0 OR ms > 60500) AS odd
         FROM backoffs`,
      );
      expect(spread?.fullest).toBeLessThan(50);
      expect(spread?.late).toBeGreaterThan(150);
      expect(spread?.odd).toBe(0);
    },
    TEST_MS,
  );

  it(
    'the zone of a process decides nothing: a scheduler in Tokyo computes the slots of the zone that the schedule names',
    async () => {
      const queue = await room.factories.aQueue();
      const definition = { cron: '30 2 * * 1-5', timeZone: 'America/New_York' };
      const id = await aSchedule(room.database as TestDatabase, queue, { ...definition, nextSlotMinutesAgo: 1 });
      await room.fleet.scheduler({ TZ: 'Asia/Tokyo' });
      const moved = async () =>
        (
          await room.database.sql<{ next: Date; now: Date }>(
            'SELECT next_slot_at AS next, now() AS now FROM schedules WHERE id = $1 AND next_slot_at > now()',
            [id],
          )
        )[0];
      const { next, now } = await until(moved, 'the schedule has moved on');
      expect(next).toEqual(nextCronInstant(parseCron(definition.cron), definition.timeZone, now));
    },
    TEST_MS,
  );
});
