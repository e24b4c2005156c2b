import { Client } from 'pg';
import { newId } from '../../src/kernel/ids.js';
import { EnqueueLanes } from '../../src/modules/jobs/enqueue-lanes.js';
import { EnqueueStore, type NewJob } from '../../src/modules/jobs/index.js';
import { Notifier } from '../../src/platform/database/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** A worker's ear: for each hint its queue, and how many jobs of it stood ready when it came. */
interface Heard {
  readonly queueId: string;
  readonly ready: Promise<number>;
}

describe('hints of enqueues', () => {
  let database: TestDatabase;
  let given: Factories;
  let notifier: Notifier;
  let lanes: EnqueueLanes;
  let listener: Client;
  let heard: Heard[];
  const counts: Promise<number>[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    listener = new Client({ connectionString: database.url });
    await listener.connect();
    await listener.query('LISTEN rota_queued');
    listener.on('notification', ({ payload = '' }) => {
      const ready = readyIn(payload);
      counts.push(ready);
      heard.push({ queueId: payload, ready });
    });
  });

  beforeEach(() => {
    heard = [];
    notifier = new Notifier(database.control);
    lanes = new EnqueueLanes(database.hot, new EnqueueStore(), notifier, new Metrics());
  });

  afterEach(() => notifier.close());

  afterAll(async () => {
    await listener.end();
    await Promise.all(counts); // a hint of the last test may still be counting its jobs
    await database.close();
  });

  async function readyIn(queueId: string): Promise<number> {
    const text = `SELECT count(*) AS count FROM live_jobs WHERE queue_id = $1 AND status = 'queued'`;
    return (await database.sql<{ count: number }>(text, [queueId]))[0]?.count ?? 0;
  }

  async function enqueue(queue: QueueFixture, changes: Partial<NewJob> = {}): Promise<void> {
    const { id: queueId, projectId } = queue;
    const job = { id: newId(), projectId, queueId, handler: 'noop', payloadJson: '{}', priority: 0, ...changes };
    await lanes.enqueue({ job });
  }

  const heardOf = (queue: QueueFixture): Heard[] => heard.filter(({ queueId }) => queueId === queue.id);

  it('whoever hears the hint of a job finds the job, and the enqueue waits for no hint', async () => {
    for (let round = 0; round < 5; round += 1) {
      await notifier.close();
      notifier = new Notifier(database.control);
      lanes = new EnqueueLanes(database.hot, new EnqueueStore(), notifier, new Metrics());
      const queue = await given.aQueue();
      await enqueue(queue);
      await until(() => heardOf(queue).length > 0, 'the hint has come');
      expect(await heardOf(queue)[0]?.ready).toBe(1);
    }
  });

  it('hints of many jobs are joined: the first at once, and one more for each pause', async () => {
    const queue = await given.aQueue();
    const startedAtMs = performance.now();
    for (let job = 0; job < 40; job += 1) await enqueue(queue);
    const pauses = Math.ceil((performance.now() - startedAtMs) / 100);
    await notifier.close();
    await until(async () => (await heardOf(queue).at(-1)?.ready) === 40, 'the last hint stands for the last job');
    expect(heardOf(queue).length).toBeLessThanOrEqual(1 + pauses + 1);
  });

  it('every queue of a batch has its hint, whether its turn has come or not', async () => {
    for (const isTurn of [true, false]) {
      if (!isTurn) notifier.takeTurn('rota_queued', ['somebody else']);
      const queues = await Promise.all([1, 2, 3].map(() => given.aQueue()));
      await Promise.all(queues.map((queue) => enqueue(queue)));
      await until(() => queues.every((queue) => heardOf(queue).length > 0), 'all have been told');
    }
  });

  it('a job that is not due has no hint, and does not take the turn of another', async () => {
    const [later, now] = [await given.aQueue(), await given.aQueue()];
    await enqueue(later, { delayMs: 60_000 });
    await enqueue(later, { runAt: new Date(Date.now() + 60_000) });
    await enqueue(now);
    await until(() => heardOf(now).length > 0, 'the job that is due is announced');
    expect(heardOf(later)).toEqual([]);
  });

  it('what the database refuses leaves the connection as it was', async () => {
    const queue = await given.aQueue();
    await expect(enqueue(queue, { priority: 1_000 })).rejects.toThrow(/check constraint/);
    await enqueue(queue);
    expect(await readyIn(queue.id)).toBe(1);
  });
});
