import { firstIdAt, newId } from '../../src/kernel/ids.js';
import type { JobStatus } from '../../src/kernel/job-state.js';
import { type JobFilter, JobListReadModel } from '../../src/modules/jobs/job-list.read-model.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('lists of jobs', () => {
  let database: TestDatabase;
  let given: Factories;
  let queue: QueueFixture;
  let lists: JobListReadModel;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    lists = new JobListReadModel(database.app);
  });

  beforeEach(async () => {
    queue = await given.aQueue({ project: await given.aProject() });
  });

  afterAll(() => database.close());

  const walk = async (
    filter: JobFilter,
    limit: number,
    onPage: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<string[]> => {
    const ids: string[] = [];
    let before: string | undefined;
    do {
      const page = await lists.list(queue.projectId, filter, limit, before);
      ids.push(...page.jobs.map(({ id }) => id));
      before = page.nextBefore;
      await onPage();
    } while (before !== undefined);
    return ids;
  };
  const many = async (count: number, make: () => Promise<{ id: string }>): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await make()).id);
    return ids.toReversed();
  };

  it('a walk with limit 1 over equal timestamps sees each job once, newest first, and ends', async () => {
    const ids = await many(20, () => given.aQueuedJob({ queue }));
    await database.sql(`UPDATE jobs SET created_at = '2026-01-01T00:00:00Z' WHERE queue_id = $1`, [queue.id]);
    expect(await walk({}, 1)).toEqual(ids);
    expect(await walk({ queueId: queue.id }, 1)).toEqual(ids);
    expect(await walk({ status: 'queued' }, 1)).toEqual(ids);
  });

  it('each status lists its own, by project and by queue', async () => {
    const made: Record<string, string[]> = {
      scheduled: await many(3, () => given.aScheduledJob({ queue })),
      queued: await many(3, () => given.aQueuedJob({ queue })),
      claimed: await many(3, () => given.aClaimedJob({ queue })),
      running: await many(3, () => given.aRunningJob({ queue })),
      completed: await many(3, () => given.aCompletedJob({ queue })),
      cancelled: await many(3, () => given.aCancelledJob({ queue })),
      dead_letter: await many(3, () => given.aDeadLetter({ queue })),
    };
    const other = await given.aQueue({ project: await given.aProject() });
    await given.aQueuedJob({ queue: other });
    await given.aCompletedJob({ queue: other });
    for (const [status, ids] of Object.entries(made)) {
      expect(await walk({ status: status as JobStatus }, 2)).toEqual(ids);
      expect(await walk({ status: status as JobStatus, queueId: queue.id }, 50)).toEqual(ids);
      expect(await walk({ status: status as JobStatus, queueId: other.id }, 50)).toEqual([]);
    }
    expect((await walk({}, 4)).sort()).toEqual(Object.values(made).flat().sort());
  });

  it('a final row that a replay left behind is no status; several of them show the job once', async () => {
    const back = await given.aDeadLetter({ queue });
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, execution_seq) VALUES ($1, $2, $3, now(), 'queued', 1)`,
      [back.id, queue.projectId, queue.id],
    );
    const done = await given.aDeadLetter({ queue });
    await given.anExecution(done, { outcome: 'completed', finalStatus: 'completed', executionSeq: 2, attempt: 1 });
    const thrice = await given.aDeadLetter({ queue });
    await given.anExecution(thrice, { outcome: 'failed', finalStatus: 'dead_letter', executionSeq: 2, attempt: 1 });
    await given.anExecution(thrice, { outcome: 'failed', finalStatus: 'dead_letter', executionSeq: 3, attempt: 1 });
    const discarded = await given.aDeadLetter({ queue, isDiscarded: true });
    expect(await walk({ status: 'dead_letter' }, 1)).toEqual([discarded.id, thrice.id]);
    expect(await walk({ status: 'completed' }, 1)).toEqual([done.id]);
    expect(await walk({ status: 'queued' }, 1)).toEqual([back.id]);
  });

  it('jobs that leave their status while somebody pages are never shown twice, and the walk ends', async () => {
    await many(60, () => given.aQueuedJob({ queue }));
    const seen = await walk({ status: 'queued' }, 5, () =>
      database.sql(
        `WITH gone AS (DELETE FROM live_jobs WHERE job_id IN (SELECT job_id FROM live_jobs WHERE queue_id = $1 LIMIT 7) RETURNING *)
         INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, finished_at, outcome, final_status)
         SELECT job_id, 1, 1, project_id, queue_id, now(), 'completed', 'completed' FROM gone`,
        [queue.id],
      ),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('handler, label and time narrow the list', async () => {
    const old = await given.aQueuedJob({ queue, id: '01900000-0000-7000-8000-000000000001' });
    await database.sql(`UPDATE jobs SET created_at = '2024-06-08T23:00:00Z' WHERE id = $1`, [old.id]);
    const labelled = await given.aQueuedJob({ queue, handler: 'sleep', labels: { customer: 'a:b', tier: 'x' } });
    const plain = await given.aQueuedJob({ queue, labels: { customer: 'c' } });
    expect(await walk({ handler: 'sleep' }, 5)).toEqual([labelled.id]);
    expect(await walk({ label: { key: 'customer', value: 'a:b' } }, 5)).toEqual([labelled.id]);
    expect(await walk({ label: { key: 'customer', value: 'nobody' } }, 5)).toEqual([]);
    const aMinuteAgo = new Date(Date.now() - 60_000);
    expect(await walk({ since: aMinuteAgo }, 5)).toEqual([plain.id, labelled.id]);
    expect(await walk({ until: aMinuteAgo }, 5)).toEqual([old.id]);
    expect(await walk({ since: aMinuteAgo, until: aMinuteAgo }, 5)).toEqual([]);
  });

  it('until an instant: what was made before it, also where the clocks of the makers differ by minutes', async () => {
    const minute = 60_000;
    const until = new Date('2026-03-01T12:00:00Z');
    const idAt = (ms: number): string => firstIdAt(new Date(ms));
    const make = async (id: string, createdAt: number): Promise<string> => {
      const job = await given.aCompletedJob({ queue, id });
      await database.sql('UPDATE jobs SET created_at = $2 WHERE id = $1', [job.id, new Date(createdAt).toISOString()]);
      return job.id;
    };
    const at = until.getTime();
    const ahead = await make(idAt(at + 4 * minute), at - 1);
    for (let later = 1; later <= 120; later += 1) await make(idAt(at + later * 1_000), at + later);
    const behind = await make(idAt(at - 4 * minute), at - 1);
    await make(idAt(at - 3 * minute), at + 1);
    const early = await make(idAt(at - 5 * minute), at - 5 * minute);
    expect(await walk({ until }, 50)).toEqual([ahead, behind, early]);
    expect(await walk({ until, queueId: queue.id, status: 'completed' }, 1)).toEqual([ahead, behind, early]);
    expect(await walk({ until: new Date(at - 10 * minute) }, 50)).toEqual([]);
  });

  it('tells the error of the last attempt, without its stack and no more than the beginning of its message', async () => {
    const error = { name: 'UpstreamError', message: 'm'.repeat(500), stack: 'at somewhere' };
    const dead = await given.aDeadLetter({ queue, error });
    const retrying = await given.aScheduledJob({ queue, attempt: 1 });
    await given.anExecution(retrying, { outcome: 'failed', error: { name: 'Error', message: 'greylisted' } });
    const mended = await given.aCompletedJob({ queue, attempt: 2 });
    await given.anExecution(mended, { outcome: 'failed', error });
    const untouched = await given.aQueuedJob({ queue });
    const { jobs } = await lists.list(queue.projectId, {}, 10);
    expect(Object.fromEntries(jobs.map(({ id, lastError }) => [id, lastError]))).toEqual({
      [dead.id]: { name: 'UpstreamError', message: 'm'.repeat(300) },
      [retrying.id]: { name: 'Error', message: 'greylisted' },
      [mended.id]: null,
      [untouched.id]: null,
    });
  });

  it('a page looks at a bounded number of jobs and may come back short with a cursor', async () => {
    await database.sql(
      `WITH n AS (SELECT ('01990000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS id FROM generate_series(1, 25000) i),
       j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT id, $1, $2, 'noop', '{}' FROM n)
       INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, finished_at, outcome, final_status)
       SELECT id, 1, 1, $1, $2, now(), 'completed', 'completed' FROM n`,
      [queue.projectId, queue.id],
    );
    const needle = await given.aCompletedJob({ queue, handler: 'sleep', id: '01980000-0000-7000-8000-000000000001' });
    const first = await lists.list(queue.projectId, { status: 'completed', handler: 'sleep' }, 50);
    expect(first.jobs).toEqual([]);
    expect(first.nextBefore).toBeDefined();
    expect(await walk({ status: 'completed', handler: 'sleep' }, 50)).toEqual([needle.id]);
    expect(await walk({ handler: 'sleep', queueId: queue.id }, 50)).toEqual([needle.id]);
  });

  it('a set too large to sort is walked by id instead', async () => {
    await database.sql(
      `WITH n AS (SELECT ('01990000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid AS id FROM generate_series(1, 10050) i),
       j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload) SELECT id, $1, $2, 'noop', '{}' FROM n)
       INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status) SELECT id, $1, $2, now(), 'queued' FROM n`,
      [queue.projectId, queue.id],
    );
    const newest = await given.aQueuedJob({ queue, id: newId() });
    const ids = await walk({ status: 'queued' }, 200);
    expect(ids).toHaveLength(10_051);
    expect(new Set(ids).size).toBe(10_051);
    expect(ids[0]).toBe(newest.id);
  });
});
