import { randomUUID } from 'node:crypto';
import { Claimer, ClaimStore } from '../../src/modules/claiming/index.js';
import { addQueuedJobs } from '../support/bulk-jobs.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('queues that are full', () => {
  let database: TestDatabase;
  let given: Factories;

  beforeEach(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
  });

  afterEach(() => database.close());

  const aClaimer = (): Claimer =>
    new Claimer(new ClaimStore(database.hot), { workerId: randomUUID(), leaseMs: 30_000, queues: null });

  async function aFullQueue(waiting: number): Promise<QueueFixture> {
    const queue = await given.aQueue({ maxConcurrency: 1 });
    await given.aRunningJob({ queue });
    await addQueuedJobs(database.hot, queue, { count: waiting });
    return queue;
  }

  it('hundreds of them take no turn of a worker with two slots: the job of another queue comes with its first claim', async () => {
    // A claimer that starts looks at the newest queues first.
    const open = [await given.aQueue(), await given.aQueue({ maxConcurrency: 5 })];
    for (let made = 0; made < 300; made += 1) await aFullQueue(2);
    for (const queue of open) await addQueuedJobs(database.hot, queue, { count: 1 });
    const claimed = await aClaimer().claim(2);
    expect(claimed.map((job) => job.queueId).sort()).toEqual(open.map(({ id }) => id).sort());
  });

  it('are found again when they have room', async () => {
    const queue = await aFullQueue(3);
    const claimer = aClaimer();
    expect(await claimer.claim(5)).toEqual([]);
    await database.sql(`DELETE FROM live_jobs WHERE status = 'running'`);
    claimer.wake();
    expect((await claimer.claim(5)).map((job) => job.queueId)).toEqual([queue.id]);
  });
});
