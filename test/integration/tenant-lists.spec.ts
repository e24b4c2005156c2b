import { DeadLetterReadModel } from '../../src/modules/dead-letters/dead-letter.read-model.js';
import { ProjectStatsReadModel } from '../../src/modules/insights/project-stats.read-model.js';
import { JobListReadModel } from '../../src/modules/jobs/job-list.read-model.js';
import type { QueueSettings } from '../../src/modules/queues/index.js';
import { FIRST_SCHEDULED, PurgeStore } from '../../src/modules/queues/purge.store.js';
import { QueueStatsReadModel } from '../../src/modules/queues/queue-stats.read-model.js';
import { QueueStore } from '../../src/modules/queues/queue.store.js';
import { AppDatabase, type Statement } from '../../src/platform/database/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const FOREIGN = 100_000;
/** Pages of 8 kB that the first page of three rows may touch. A walk over the foreign rows touches thousands. */
const MAX_BLOCKS = 250;

interface PlanNode {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Runs each statement as it is and counts what it touched. */
class CountingDatabase extends AppDatabase {
  readonly blocks: number[] = [];
  private under!: AppDatabase;

  static over(under: AppDatabase): CountingDatabase {
    return Object.assign(Object.create(CountingDatabase.prototype) as CountingDatabase, { under, blocks: [] });
  }

  override async query<Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> {
    const [explained] = await this.under.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${typeof statement === 'string' ? statement : statement.text}`,
      values,
    );
    const plan = explained?.['QUERY PLAN'][0]?.Plan;
    if (plan) this.blocks.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    return this.under.query<Row>(statement, values);
  }
}

describe.each(['never analysed', 'analysed before the others came', 'analysed'])(
  'lists of a small tenant beside a huge one, %s',
  (statistics) => {
    let database: TestDatabase;
    let mine: QueueFixture;
    let counting: CountingDatabase;

    beforeAll(async () => {
      database = await createTestDatabase();
      const given = new Factories(database);
      mine = await given.aQueue({ project: await given.aProject() });
      for (let count = 0; count < 3; count += 1) {
        await given.aScheduledJob({ queue: mine });
        await given.aQueuedJob({ queue: mine });
        await given.aRunningJob({ queue: mine });
        await given.aCompletedJob({ queue: mine });
        await given.aDeadLetter({ queue: mine });
        const closed = await given.aDeadLetter({ queue: mine });
        await database.sql('UPDATE dead_letters SET replayed_at = now() WHERE id = $1', [closed.deadLetterId]);
        await given.aDeadLetter({ queue: mine, isDiscarded: true });
      }
      if (statistics === 'analysed before the others came') await database.sql('ANALYZE');
      await addForeign(database, await given.aQueue({ project: await given.aProject() }));
      if (statistics === 'analysed') await database.sql('ANALYZE');
      counting = CountingDatabase.over(database.app);
    }, 120_000);

    beforeEach(() => counting.blocks.splice(0));
    afterAll(() => database.close());

    it.each([undefined, 'scheduled', 'queued', 'running', 'completed', 'dead_letter'] as const)(
      'jobs with status %s: one page has all, and looks at nobody else’s',
      async (status) => {
        for (const queueId of [undefined, mine.id]) {
          const page = await new JobListReadModel(counting).list(mine.projectId, { status, queueId }, 50);
          expect(page.nextBefore).toBeUndefined();
          expect(page.jobs).toHaveLength(status === undefined ? 21 : status === 'dead_letter' ? 9 : 3);
        }
        expect(Math.max(...counting.blocks)).toBeLessThan(status === undefined ? 2 * MAX_BLOCKS : MAX_BLOCKS);
      },
    );

    it.each(['open', 'replayed', 'discarded'] as const)(
      'letters that are %s: one page has all, and looks at nobody else’s',
      async (state) => {
        const page = await new DeadLetterReadModel(counting).list(mine.projectId, { state }, 50);
        expect(page.letters).toHaveLength(3);
        expect(page.nextBefore).toBeUndefined();
        expect(Math.max(...counting.blocks)).toBeLessThan(MAX_BLOCKS);
      },
    );

    it('scheduled jobs are counted, and nobody else’s are looked at', async () => {
      const settings = await new QueueStore().find(database.app, mine.projectId, mine.id);
      const reads = new QueueStatsReadModel(counting);
      const three = { count: 3, isCapped: false };
      expect((await reads.read(settings as QueueSettings)).scheduled).toEqual(three);
      expect((await reads.readMany([settings as QueueSettings])).get(mine.id)?.scheduled).toEqual(three);
      expect((await new ProjectStatsReadModel(counting).read(mine.projectId, 60)).scheduled).toEqual(three);
      expect(Math.max(...counting.blocks)).toBeLessThan(MAX_BLOCKS);
    });

    it('a purge of a queue walks the scheduled jobs of its project in one batch, and looks at nobody else’s', async () => {
      const hot = CountingDatabase.over(database.hot);
      const store = new PurgeStore(hot);
      const empty = { id: mine.projectId, projectId: mine.projectId };
      expect(await store.purgeScheduled(empty, FIRST_SCHEDULED)).toEqual({ cancelled: 0, next: undefined });
      expect(hot.blocks[0]).toBeLessThan(MAX_BLOCKS);
    });

    it('a set of one’s own that is too large to sort is walked among one’s own jobs', async () => {
      const count = 10_100;
      await addLive(database, { queue: mine, count, status: 'queued', node: 7 });
      const page = await new JobListReadModel(counting).list(mine.projectId, { status: 'queued' }, 200);
      expect(page.jobs).toHaveLength(200);
      expect(page.nextBefore).toBe(page.jobs.at(-1)?.id);
    });
  },
);

/** Newer than everything of the small tenant: a walk over all tenants meets these first. */
async function addForeign(database: TestDatabase, queue: QueueFixture): Promise<void> {
  await addLive(database, { queue, count: FOREIGN, status: 'scheduled', node: 1 });
  await addLive(database, { queue, count: FOREIGN, status: 'queued', node: 2 });
  await database.sql(
    `INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, priority, job_created_at, reason, attempt, lease_losses,
       last_execution_seq, replayed_at, discarded_at)
     SELECT ${idOf(3)}, gen_random_uuid(), $1, $2, 'noop', '{}', 0, now(), 'attempts_exhausted', 1, 0, 1,
       CASE WHEN i % 2 = 0 THEN now() END, CASE WHEN i % 2 = 1 THEN now() END
     FROM generate_series(1, $3::int) i`,
    [queue.projectId, queue.id, FOREIGN],
  );
}

interface LiveRows {
  readonly queue: QueueFixture;
  readonly count: number;
  readonly status: string;
  readonly node: number;
}

async function addLive(database: TestDatabase, { queue, count, status, node }: LiveRows): Promise<void> {
  await database.sql(
    `WITH n AS (SELECT ${idOf(node)} AS id FROM generate_series(1, $3::int) i),
     j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT id, $1, $2, 'noop', '{}' FROM n)
     INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status) SELECT id, $1, $2, now() + interval '1 day', $4::live_status FROM n`,
    [queue.projectId, queue.id, count, status],
  );
}

const idOf = (node: number): string => `('0fffff00-0000-7000-800${node}-' || lpad(to_hex(i), 12, '0'))::uuid`;
