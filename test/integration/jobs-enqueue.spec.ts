import { HotDatabase } from '../../src/platform/database/index.js';
import { RotaError } from '../../src/kernel/errors.js';
import { newId } from '../../src/kernel/ids.js';
import type { EnqueueJobRequest } from '../../src/modules/jobs/enqueue-job.request.js';
import { BulkEnqueueService } from '../../src/modules/jobs/bulk-enqueue.service.js';
import { EnqueueLanes } from '../../src/modules/jobs/enqueue-lanes.js';
import { EnqueueService, EnqueueStore, JobInserter, JobReadModel, type NewJob } from '../../src/modules/jobs/index.js';
import type { ProjectScope } from '../../src/modules/tenancy/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aJobsRoom, aScope, type JobsRoom } from '../support/jobs-room.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('enqueue', () => {
  let database: TestDatabase;
  let given: Factories;
  let room: JobsRoom;
  let queue: QueueFixture;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    room = await aJobsRoom(database);
    queue = await given.aQueue({ name: 'emails', maxAttempts: 7 });
    scope = aScope(queue.projectId, 'key');
  });

  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const enqueue = (request: Partial<EnqueueJobRequest> = {}, idempotencyKey?: string, traceparent?: string) =>
    room
      .get(EnqueueService)
      .enqueue(scope, { queue: 'emails', handler: 'noop', payload: {}, ...request }, { idempotencyKey, traceparent });
  const refusal = async (work: Promise<unknown>): Promise<RotaError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RotaError);
    return error as RotaError;
  };
  const countJobs = async (): Promise<number> =>
    (await database.sql<{ count: number }>('SELECT count(*) FROM jobs'))[0]?.count as number;

  const aNewJob = (changes: Partial<NewJob> = {}): NewJob => ({
    id: newId(),
    projectId: queue.projectId,
    queueId: queue.id,
    handler: 'noop',
    payloadJson: '{}',
    priority: 0,
    ...changes,
  });

  it('a due job is queued as of now, with what the queue says where it says nothing, and its queue is announced', async () => {
    const { job, isReplayed } = await enqueue({
      runAt: new Date(Date.now() - 86_400_000).toISOString(),
      labels: { a: 'b' },
    });
    expect(isReplayed).toBe(false);
    expect(job).toMatchObject({
      status: 'queued',
      queue: 'emails',
      maxAttempts: 7,
      attempt: 0,
      labels: { a: 'b' },
      createdBy: scope.createdBy,
    });
    const rows = await database.sql(
      `SELECT l.status, l.run_at >= j.created_at AS "isNow" FROM live_jobs l JOIN jobs j ON j.id = l.job_id WHERE j.id = $1`,
      [job.id],
    );
    expect(rows).toEqual([{ status: 'queued', isNow: true }]);
    expect(room.notifier.sent).toContainEqual({ channel: 'rota_queued', payload: queue.id });
  });

  it.each<[string, Partial<NewJob>]>([
    ['nothing else', {}],
    ['an instant that has passed', { runAt: new Date(0) }],
    ['a later instant', { runAt: new Date('2999-12-31T23:59:59.999Z') }],
    ['a delay', { delayMs: 1_234.5 }],
    ['a delay beside an instant', { runAt: new Date('2999-01-01T00:00:00Z'), delayMs: 1 }],
    [
      'all there is',
      {
        payloadJson: '{"text":"\\"é🙂\\\\,{}"}',
        priority: -100,
        maxAttempts: 3,
        timeoutMs: 1_000,
        labels: { 'a"b': "c,'d\\" },
        scheduleId: newId(),
        slot: new Date('2026-03-01T02:30:00Z'),
        replayOf: newId(),
        createdBy: `user:${newId()}`,
        traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      },
    ],
  ])('a single job is stored and answered as in a batch, twice as once: %s', async (_, changes) => {
    const store = new EnqueueStore();
    const [alone, one, two] = [aNewJob(changes), aNewJob(changes), aNewJob(changes)];
    const answered = async (jobs: readonly NewJob[]) => {
      const [first] = await store.enqueue(
        database.hot,
        jobs.map((job) => ({ job })),
      );
      if (first?.kind !== 'created') throw new Error('a job without a key is created');
      const { createdAt, runAt, ...job } = first.job;
      const isLater = runAt.getTime() > createdAt.getTime() + 3_600_000;
      return { ...job, id: '', due: isLater ? runAt : runAt.getTime() - createdAt.getTime() };
    };
    const stored = async (jobs: readonly NewJob[]) => {
      const answers = [await answered(jobs), await answered(jobs)];
      const rows = await database.sql(
        `SELECT to_jsonb(j) - 'id' - 'created_at' AS job, to_jsonb(l) - 'job_id' - 'run_at' AS live,
                round(extract(epoch FROM l.run_at - CASE WHEN l.run_at > j.created_at + interval '1 hour' THEN 'epoch' ELSE j.created_at END) * 1000000) AS wait
         FROM jobs j JOIN live_jobs l ON l.job_id = j.id WHERE j.id = ANY ($1)`,
        [jobs.map(({ id }) => id)],
      );
      expect(rows).toHaveLength(jobs.length);
      return { row: rows[0], answers };
    };
    expect(await stored([alone])).toEqual(await stored([one, two]));
  });

  it('a job with a delay or a later instant is scheduled and announced to nobody', async () => {
    room.notifier.sent.length = 0;
    const delayed = await enqueue({ delayMs: 60_000 });
    const later = await enqueue({ runAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect([delayed.job.status, later.job.status]).toEqual(['scheduled', 'scheduled']);
    expect(delayed.job.runAt?.getTime()).toBe(delayed.job.createdAt.getTime() + 60_000);
    expect(room.notifier.sent).toEqual([]);
  });

  it('what the answer says is what is stored', async () => {
    const { job } = await enqueue(
      { priority: 50, timeoutMs: 5_000, payload: {}, maxAttempts: 2 },
      undefined,
      `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
    );
    expect(await room.get(JobReadModel).get(queue.projectId, job.id)).toEqual(job);
  });

  it('an unknown queue, an unknown handler, two times at once and a bad payload are named together, and nothing is stored', async () => {
    const before = await countJobs();
    const error = await refusal(
      enqueue({ queue: 'nope', handler: 'nobody', delayMs: 1, runAt: new Date().toISOString() }),
    );
    expect(error.family).toBe('invalid');
    expect(error.faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/delayMs', 'RUN_AT_OR_DELAY'],
      ['/handler', 'HANDLER_UNKNOWN'],
      ['/queue', 'QUEUE_UNKNOWN'],
    ]);
    const bad = await refusal(enqueue({ handler: 'http_request', payload: { url: 7 } }));
    expect(bad.faults.every(({ pointer }) => pointer.startsWith('/payload/'))).toBe(true);
    expect(await countJobs()).toBe(before);
  });

  it("another project's queue is unknown, by its id and by its name", async () => {
    const foreign = await given.aQueue({ project: await given.aProject(), name: 'only-in-another-project' });
    expect((await refusal(enqueue({ queue: foreign.id }))).code).toBe('QUEUE_UNKNOWN');
    expect((await refusal(enqueue({ queue: foreign.name }))).code).toBe('QUEUE_UNKNOWN');
  });

  it('a paused queue accepts jobs', async () => {
    const paused = await given.aQueue({ isPaused: true });
    expect((await enqueue({ queue: paused.id })).job.status).toBe('queued');
  });

  it('a payload above 64 KiB of compact JSON is refused with the limit', async () => {
    const error = await refusal(enqueue({ payload: { text: 'x'.repeat(65_536) } }));
    expect(error.faults.find(({ pointer }) => pointer === '/payload')).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      detail: expect.stringContaining('65536'),
    });
  });

  describe('idempotency keys', () => {
    it('50 racing callers with one key get one job', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => enqueue({ payload: {} }, 'race')));
      expect(new Set(answers.map(({ job }) => job.id)).size).toBe(1);
      expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      const rows = await database.sql(
        `SELECT 1 FROM jobs j JOIN idempotency_keys k ON k.job_id = j.id WHERE k.key = 'race'`,
      );
      expect(rows).toHaveLength(1);
    });

    it('50 racing callers over two processes get one job', async () => {
      const other = await aJobsRoom(database);
      const [here, there] = [room.get(EnqueueService), other.get(EnqueueService)];
      const request = { queue: 'emails', handler: 'noop', payload: {} };
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? here : there).enqueue(scope, request, { idempotencyKey: 'race-2' }),
        ),
      );
      expect(new Set(answers.map(({ job }) => job.id)).size).toBe(1);
      await other.close();
    });

    it('the same meaning written otherwise is the same request; another meaning is refused', async () => {
      const labels = { b: '2', a: '1' };
      const first = await enqueue({ labels, runAt: '2027-01-31T09:00:00Z' }, 'meaning');
      const again = await enqueue(
        { labels: { a: '1', b: '2' }, priority: 0, maxAttempts: null, runAt: '2027-01-31T10:00:00+01:00' },
        'meaning',
      );
      expect(again).toMatchObject({ isReplayed: true, job: { id: first.job.id } });
      for (const other of [
        { priority: 1 },
        { handler: 'sleep', payload: { durationMs: 1 } },
        { delayMs: 5 },
        { timeoutMs: 1_000 },
        { labels: { a: '2' } },
      ]) {
        expect((await refusal(enqueue(other, 'meaning'))).code).toBe('IDEMPOTENCY_KEY_REUSED');
      }
    });

    it('a key belongs to its queue', async () => {
      const other = await given.aQueue();
      const [a, b] = [await enqueue({}, 'scoped'), await enqueue({ queue: other.name }, 'scoped')];
      expect(b.isReplayed).toBe(false);
      expect(b.job.id).not.toBe(a.job.id);
    });

    it('a refused first try leaves the key free', async () => {
      await refusal(enqueue({ handler: 'nobody' }, 'second-try'));
      expect((await enqueue({}, 'second-try')).isReplayed).toBe(false);
    });

    it('a key that a foreign transaction holds delays its own request only', async () => {
      await database.app.withConnection(async (client) => {
        await client.query('BEGIN');
        await client.query(
          'INSERT INTO idempotency_keys (queue_id, key, request_hash, job_id) VALUES ($1, $2, $3, $4)',
          [queue.id, 'held', Buffer.alloc(32), newId()],
        );
        let isAnswered = false;
        const held = enqueue({}, 'held').finally(() => (isAnswered = true));
        const others = await Promise.all(
          Array.from({ length: 40 }, (_, index) => enqueue({}, index % 2 ? `free-${index}` : undefined)),
        );
        expect(others.every(({ job }) => job.status === 'queued')).toBe(true);
        expect(isAnswered).toBe(false);
        await client.query('ROLLBACK');
        expect((await held).isReplayed).toBe(false);
      });
    });
  });

  it('one item that the database refuses fails alone in its batch', async () => {
    // Numbers of 5 characters that PostgreSQL keeps as 301 digits: small as sent, too large as stored.
    const poison = { value: Array.from({ length: 500 }, () => 1e300) };
    const store = room.get(EnqueueStore);
    await expect(
      store.enqueue(database.hot, [{ job: aNewJob({ payloadJson: JSON.stringify(poison) }) }]),
    ).rejects.toMatchObject({ code: '23514' });
    const lanes = room.get(EnqueueLanes);
    const jobs = Array.from({ length: 60 }, (_, index) =>
      aNewJob(index === 23 ? { payloadJson: JSON.stringify(poison) } : {}),
    );
    const settled = await Promise.allSettled(jobs.map((job) => lanes.enqueue({ job })));
    expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([23]);
    const stored = await database.sql('SELECT 1 FROM jobs WHERE id = ANY ($1)', [jobs.map(({ id }) => id)]);
    expect(stored).toHaveLength(59);
  });

  it('a batch that is sent again after a lost answer changes nothing, not even for a job that has ended meanwhile', async () => {
    const store = room.get(EnqueueStore);
    const items = Array.from({ length: 20 }, (_, index) => ({
      job: aNewJob(),
      idempotency: index % 2 ? { key: `lost-${index}`, requestHash: Buffer.alloc(32, index) } : undefined,
    }));
    await store.enqueue(database.hot, items);
    await database.sql('DELETE FROM live_jobs WHERE job_id = $1', [items[0]?.job.id]);
    const again = await store.enqueue(database.hot, items);
    expect(again.every(({ kind }) => kind === 'created')).toBe(true);
    expect(
      await database.sql('SELECT 1 FROM live_jobs WHERE job_id = ANY ($1)', [items.map(({ job }) => job.id)]),
    ).toHaveLength(19);
  });

  it('two batches with the same keys in opposite order do not deadlock', async () => {
    const store = new EnqueueStore();
    const keys = Array.from({ length: 100 }, (_, index) => `order-${index}`);
    const batch = (order: readonly string[]) =>
      store.enqueue(
        database.hot,
        order.map((key) => ({ job: aNewJob(), idempotency: { key, requestHash: Buffer.alloc(32) } })),
      );
    for (let round = 0; round < 10; round += 1) {
      const sent = keys.map((key) => `${key}-${round}`);
      const answers = await Promise.all([batch(sent), batch(sent.toReversed())]);
      expect(answers.flat().filter(({ kind }) => kind === 'created')).toHaveLength(100);
    }
  });

  it('inside a transaction that is rolled back nothing is stored', async () => {
    const job = aNewJob();
    const inserter = room.get(JobInserter);
    await expect(
      database.app.transaction(async (session) => {
        expect(await inserter.insert(session, [job])).toMatchObject([{ id: job.id, status: 'queued' }]);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await database.sql('SELECT 1 FROM jobs WHERE id = $1', [job.id])).toEqual([]);
  });

  it('a thousand jobs in one statement take milliseconds on the hot pool: no nested loop of the batch with itself', async () => {
    expect(database.hot).toBeInstanceOf(HotDatabase);
    const store = new EnqueueStore();
    const rounds: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const jobs = Array.from({ length: 1_000 }, () => ({ job: aNewJob() }));
      const startedAtMs = performance.now();
      await store.enqueue(database.hot, jobs);
      rounds.push(performance.now() - startedAtMs);
    }
    // A bad plan is bad each time; a machine that is busy is not.
    expect(Math.min(...rounds)).toBeLessThan(1_000);
  });

  describe('bulk', () => {
    const bulk = (jobs: readonly Partial<EnqueueJobRequest & { idempotencyKey: string }>[]) =>
      room.get(BulkEnqueueService).enqueue(
        scope,
        jobs.map((job) => ({ queue: 'emails', handler: 'noop', payload: {}, ...job })),
      );

    it('a thousand jobs are stored together and answered in their order', async () => {
      const before = await countJobs();
      const jobs = await bulk(Array.from({ length: 1_000 }, (_, index) => ({ priority: index % 100 })));
      expect(jobs).toHaveLength(1_000);
      expect(await countJobs()).toBe(before + 1_000);
      const rows = await database.sql<{ priority: number }>(
        'SELECT j.priority FROM unnest($1::uuid[]) WITH ORDINALITY u(id, n) JOIN jobs j ON j.id = u.id ORDER BY u.n',
        [jobs.map(({ id }) => id)],
      );
      expect(rows.map(({ priority }) => priority)).toEqual(Array.from({ length: 1_000 }, (_, index) => index % 100));
    });

    it('item 777 alone is at fault: its index is named and nothing is stored', async () => {
      const before = await countJobs();
      const error = await refusal(
        bulk(Array.from({ length: 1_000 }, (_, index) => (index === 777 ? { handler: 'nobody' } : {}))),
      );
      expect(error.faults).toEqual([
        expect.objectContaining({ pointer: '/jobs/777/handler', code: 'HANDLER_UNKNOWN' }),
      ]);
      expect(await countJobs()).toBe(before);
    });

    it('a key that is used again comes back as its job; with another request it refuses the whole', async () => {
      const single = await enqueue({ priority: 3 }, 'bulk-key');
      const [first, second] = await bulk([{}, { priority: 3, idempotencyKey: 'bulk-key' }]);
      expect(first?.isReplayed).toBe(false);
      expect(second).toMatchObject({ isReplayed: true, id: single.job.id, status: 'queued' });
      const before = await countJobs();
      const error = await refusal(bulk([{}, {}, { priority: 4, idempotencyKey: 'bulk-key' }]));
      expect(error).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', faults: [{ pointer: '/jobs/2/idempotencyKey' }] });
      expect(await countJobs()).toBe(before);
    });
  });
});
