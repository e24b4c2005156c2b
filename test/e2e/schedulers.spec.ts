import { newId } from '../../src/kernel/ids.js';
import { BUILD_MS } from '../support/build.js';
import { FaultRoom } from '../support/fault-room.js';
import { until } from '../support/until.js';

/** Two minutes, as the rule is stated; the kills lie inside. */
const SECONDS = 120;

describe('schedulers, any number of them', () => {
  let room: FaultRoom;
  beforeAll(async () => {
    room = await FaultRoom.open();
  }, BUILD_MS);
  afterAll(() => room.close());

  const count = async (sql: string, values: unknown[]): Promise<number> => {
    const [row] = await room.database.sql<{ count: number }>(sql, values);
    return row?.count ?? 0;
  };

  it(
    'three schedulers on a schedule of every second for two minutes, one killed on the way: exactly one job per slot',
    async () => {
      const schedulers = await Promise.all([1, 2, 3].map(() => room.fleet.scheduler()));
      const queue = await room.factories.aQueue({ isPaused: true });
      const scheduleId = newId();
      await room.database.sql(
        `INSERT INTO schedules (id, project_id, queue_id, name, kind, cron, handler, payload, missed_policy, next_slot_at)
         VALUES ($1, $2, $3, 'each second', 'cron', '* * * * * *', 'noop', '{}', 'all', date_trunc('second', now()) + interval '1 s')`,
        [scheduleId, queue.projectId, queue.id],
      );
      const slots = () => count(`SELECT count(*) FROM schedule_runs WHERE schedule_id = $1`, [scheduleId]);
      await until(async () => (await slots()) >= SECONDS / 3, 'a third of the slots', SECONDS * 1_000);
      await schedulers[0]?.stop('SIGKILL');
      await until(async () => (await slots()) >= (2 * SECONDS) / 3, 'two thirds of the slots', SECONDS * 1_000);
      await room.fleet.scheduler();
      await until(async () => (await slots()) >= SECONDS, 'all slots', SECONDS * 1_000);
      await Promise.all(schedulers.slice(1).map((scheduler) => scheduler.stop()));

      const [told] = await room.database.sql(
        `SELECT count(*) AS jobs, count(DISTINCT slot) AS slots,
                extract(epoch FROM max(slot) - min(slot))::int + 1 AS span FROM jobs WHERE schedule_id = $1`,
        [scheduleId],
      );
      const { jobs, slots: distinct, span } = told as { jobs: number; slots: number; span: number };
      expect(jobs).toBeGreaterThanOrEqual(SECONDS);
      // No slot twice, and none left out.
      expect(distinct).toBe(jobs);
      expect(span).toBe(jobs);
      expect(
        await count(`SELECT count(*) FROM schedule_runs WHERE schedule_id = $1 AND outcome <> 'enqueued'`, [
          scheduleId,
        ]),
      ).toBe(0);
    },
    BUILD_MS + SECONDS * 2_000,
  );
});
