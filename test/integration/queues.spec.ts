import { newId } from '../../src/kernel/ids.js';
import { AuditModule } from '../../src/modules/audit/index.js';
import { QueueDirectory, QueuesModule } from '../../src/modules/queues/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';
import { until, untilKnown } from '../support/until.js';

let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;
let make: Factories;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [AuditModule, TenancyModule, QueuesModule]);
  tenant = await api.aTenant();
  make = new Factories(database);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const path = (rest = '') => `/projects/${tenant.projectId}/queues${rest}`;
const call = (method: string, rest: string, body?: unknown, headers?: Record<string, string>) =>
  api.call(method, path(rest), { token: tenant.token, body, ...(headers ? { headers } : {}) });
const aName = () => `q-${newId()}`;
const aQueue = (): Promise<QueueFixture> =>
  make.aQueue({ project: { id: tenant.projectId, organizationId: tenant.organizationId }, name: aName() });

describe('queues', () => {
  it('are created with the defaults of the schema, and read by id and by name', async () => {
    const name = aName();
    const created = await call('POST', '', { name });
    expect([created.status, created.headers['etag']]).toEqual([201, '"1"']);
    expect(created.body).toEqual({
      id: expect.any(String),
      name,
      description: null,
      isPaused: false,
      pausedAt: null,
      pausedReason: null,
      maxConcurrency: null,
      retryStrategy: 'exponential',
      retryBaseMs: 1_000,
      retryCapMs: 3_600_000,
      retryJitter: true,
      maxAttempts: 5,
      timeoutMs: 300_000,
      maxLeaseLosses: 3,
      retentionSeconds: 604_800,
      deadLetterRetentionSeconds: 2_592_000,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call('GET', `/${name}`)).body).toEqual(created.body);
    expect((await call('GET', `/${created.body.id}`)).body).toEqual(created.body);
    expect((await call('GET', `/${created.body.id.toUpperCase()}`)).body).toEqual(created.body);
  });

  it('take every setting at its bounds', async () => {
    const least = {
      maxConcurrency: 1,
      retryStrategy: 'fixed',
      retryBaseMs: 1,
      retryCapMs: 1,
      retryJitter: false,
      maxAttempts: 1,
      timeoutMs: 100,
      maxLeaseLosses: 0,
      retentionSeconds: 60,
      deadLetterRetentionSeconds: 60,
      description: '',
    };
    const most = {
      maxConcurrency: 100_000,
      retryStrategy: 'linear',
      retryBaseMs: 86_400_000,
      retryCapMs: 604_800_000,
      retryJitter: true,
      maxAttempts: 1_000,
      timeoutMs: 86_400_000,
      maxLeaseLosses: 100,
      retentionSeconds: 315_360_000,
      deadLetterRetentionSeconds: 315_360_000,
      description: '☎️'.repeat(250),
    };
    for (const settings of [least, most]) {
      const name = aName();
      expect(await call('POST', '', { name, ...settings })).toMatchObject({ status: 201, body: settings });
      expect(await call('PATCH', `/${name}`, settings === least ? most : least)).toMatchObject({
        status: 200,
        body: settings === least ? most : least,
      });
    }
    expect((await call('POST', '', { name: 'n'.repeat(64) })).status).toBe(201);
  });

  const numbers = {
    maxConcurrency: [0, 100_001],
    retryBaseMs: [0, 86_400_001],
    retryCapMs: [0, 604_800_001],
    maxAttempts: [0, 1_001],
    timeoutMs: [99, 86_400_001],
    maxLeaseLosses: [-1, 101],
    retentionSeconds: [59, 315_360_001],
    deadLetterRetentionSeconds: [59, 315_360_001],
  };
  const bad: [string, unknown, string][] = [
    ...Object.entries(numbers).flatMap(([field, [low, high]]): [string, unknown, string][] => [
      [`${field} ${low}`, { [field]: low }, `/${field}`],
      [`${field} ${high}`, { [field]: high }, `/${field}`],
      [`${field} 1.5`, { [field]: 100.5 }, `/${field}`],
      [`${field} as text`, { [field]: '100' }, `/${field}`],
      [`${field} as a list`, { [field]: [100] }, `/${field}`],
      ...(field === 'maxConcurrency'
        ? []
        : [[`${field} null`, { [field]: null }, `/${field}`] as [string, unknown, string]]),
    ]),
    ['an unknown strategy', { retryStrategy: 'random' }, '/retryStrategy'],
    ['null for a strategy', { retryStrategy: null }, '/retryStrategy'],
    ['a cap below the base', { retryBaseMs: 5_000, retryCapMs: 4_999 }, '/retryCapMs'],
    ['a base above the cap in force', { retryBaseMs: 3_600_001 }, '/retryBaseMs'],
    ['text for jitter', { retryJitter: 'yes' }, '/retryJitter'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, '/description'],
    ['a description with an escape code', { description: '\u001b[31m' }, '/description'],
    ['an unknown field', { priority: 1 }, '/priority'],
    ['a field of the platform', { version: 7 }, '/version'],
    ['a pause at creation', { pausedAt: null }, '/pausedAt'],
    ['a poisoned prototype', '{"__proto__":{"maxAttempts":1}}', ''],
  ];

  it.each(bad)('are neither created nor changed with %s', async (_what, settings, pointer) => {
    const queue = await aQueue();
    const state = () => database.sql('SELECT * FROM queues WHERE project_id = $1 ORDER BY id', [tenant.projectId]);
    const before = await state();
    const withName =
      typeof settings === 'string'
        ? settings.replace('{', `{"name":"${aName()}",`)
        : { name: aName(), ...(settings as object) };
    for (const answer of [await call('POST', '', withName), await call('PATCH', `/${queue.name}`, settings)]) {
      expect([400, 422]).toContain(answer.status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      const pointers = answer.body.errors.map((fault: { pointer: string }) => fault.pointer);
      if (pointer !== '') expect(pointers).toContain(pointer);
    }
    expect(await state()).toEqual(before);
  });

  it.each([
    [undefined],
    [null],
    [''],
    [' '],
    ['-x'],
    ['n'.repeat(65)],
    ['ä'],
    ['a b'],
    ['a/b'],
    ['a\nb'],
    [7],
    [{}],
    [newId()],
  ])('are not created under the name %j', async (name) => {
    const answer = await call('POST', '', { name });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/name']);
  });

  it('have a name of their own in a project, also when created at once; another project may use it', async () => {
    const name = aName();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', { name })));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.errors[0].pointer).toBe('/name');
    const other = await api.aTenant();
    expect(
      (await api.call('POST', `/projects/${other.projectId}/queues`, { token: other.token, body: { name } })).status,
    ).toBe(201);
  });

  it('are changed by whoever read them last: an old ETag is refused, and nothing changes', async () => {
    const { name } = await aQueue();
    expect((await call('PATCH', `/${name}`, { maxAttempts: 7 }, { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
    expect((await call('PATCH', `/${name}`, { maxAttempts: 8 }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('PATCH', `/${name}`, { maxAttempts: 8 }, { 'if-match': 'nonsense' })).status).toBe(400);
    expect((await call('DELETE', `/${name}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('GET', `/${name}`)).body).toMatchObject({ maxAttempts: 7, version: 2 });
    const racing = await Promise.all(
      [9, 10].map((maxAttempts) => call('PATCH', `/${name}`, { maxAttempts }, { 'if-match': '"2"' })),
    );
    expect(statuses(racing)).toEqual([200, 412]);
  });

  it('keep their version when a change changes nothing', async () => {
    const { name } = await aQueue();
    expect((await call('PATCH', `/${name}`, {})).body.version).toBe(1);
    expect((await call('PATCH', `/${name}`, { maxAttempts: 5, maxConcurrency: null })).body.version).toBe(1);
    expect((await call('PATCH', `/${name}`, { maxConcurrency: 3 })).body).toMatchObject({
      version: 2,
      maxConcurrency: 3,
    });
    expect((await call('PATCH', `/${name}`, { maxConcurrency: null })).body).toMatchObject({
      version: 3,
      maxConcurrency: null,
    });
  });

  it('are paused with a reason and resumed, which wakes the workers; repeating either changes nothing', async () => {
    const queue = await aQueue();
    const heard: string[] = [];
    const { Listener } = await import('../../src/platform/database/index.js');
    const listener = new Listener(database.url);
    listener.subscribe('rota_queued', (payload: string) => void heard.push(payload));
    const paused = await call('POST', `/${queue.name}/pause`, { reason: 'The mail provider is down' });
    expect(paused.body).toMatchObject({
      isPaused: true,
      pausedAt: expect.any(String),
      pausedReason: 'The mail provider is down',
      version: 2,
    });
    expect((await call('POST', `/${queue.name}/pause`)).body).toEqual(paused.body);
    expect((await call('POST', `/${queue.name}/pause`, { reason: 'Still down' })).body).toMatchObject({
      pausedAt: paused.body.pausedAt,
      pausedReason: 'Still down',
    });
    const resumed = await call('POST', `/${queue.name}/resume`);
    expect(resumed.body).toMatchObject({ isPaused: false, pausedAt: null, pausedReason: null });
    expect((await call('POST', `/${queue.name}/resume`)).body).toEqual(resumed.body);
    await until(async () => {
      await call('POST', `/${queue.name}/resume`);
      return heard.includes(queue.id);
    }, 'the workers hear of the queue');
    await listener.close();
  });

  it.each([[{ reason: 7 }], [{ reason: 'x'.repeat(501) }], [{ reason: '' }], [{ why: 'x' }], [[]]])(
    'are not paused with %j',
    async (body) => {
      const queue = await aQueue();
      expect((await call('POST', `/${queue.name}/pause`, body)).status).toBe(422);
      expect((await call('GET', `/${queue.name}`)).body.isPaused).toBe(false);
    },
  );

  it('are gone at once when deleted, claim nothing any more, and free their name', async () => {
    const queue = await aQueue();
    expect((await call('DELETE', `/${queue.name}`)).status).toBe(204);
    expect((await call('GET', `/${queue.name}`)).status).toBe(404);
    expect((await call('GET', `/${queue.id}`)).status).toBe(404);
    expect((await call('DELETE', `/${queue.id}`)).status).toBe(404);
    const [row] = await database.sql('SELECT deleted_at, paused_at FROM queues WHERE id = $1', [queue.id]);
    expect(row).toEqual({ deleted_at: expect.any(Date), paused_at: expect.any(Date) });
    expect((await call('POST', '', { name: queue.name })).status).toBe(201);
  });

  it('are listed by name, page by page, each once', async () => {
    const other = await api.aTenant();
    const names = ['b', 'A', 'c:1', 'a.2', 'Z-3', '0'];
    for (const name of names)
      await api.call('POST', `/projects/${other.projectId}/queues`, { token: other.token, body: { name } });
    const seen: string[] = [];
    let query = '?limit=4';
    for (let hasMore = true; hasMore;) {
      const { body } = await api.call('GET', `/projects/${other.projectId}/queues${query}`, { token: other.token });
      seen.push(...body.data.map((queue: { name: string }) => queue.name));
      query = `?limit=4&cursor=${body.page.nextCursor}`;
      hasMore = body.page.hasMore;
    }
    expect([...seen].sort()).toEqual([...names].sort());
    expect(seen).toHaveLength(names.length);
  });

  it.each([
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?cursor=x',
    `?cursor=${Buffer.from('[1,{"a":1}]').toString('base64url')}`,
    '?offset=3',
  ])('refuse the list query %s', async (query) => {
    expect((await call('GET', query)).status).toBe(422);
  });

  it.each(['unknown', newId(), '..', "' OR 1=1 --", 'n'.repeat(65), '%F0%9F%92%A5'])(
    'answer 404 for "%s"',
    async (queue) => {
      const encoded = queue.startsWith('%') ? queue : encodeURIComponent(queue);
      expect([404, 422]).toContain((await call('GET', `/${encoded}/stats`)).status);
      expect([404, 422]).toContain((await call('POST', `/${encoded}/purge`)).status);
    },
  );
});

describe('the queue directory', () => {
  const directory = () => api.app.get(QueueDirectory);

  it('finds by id and name, never another project’s queue and never a deleted one', async () => {
    const queue = await aQueue();
    const other = await api.aTenant();
    expect(await directory().find(tenant.projectId, queue.name)).toMatchObject({
      id: queue.id,
      name: queue.name,
      projectId: tenant.projectId,
    });
    expect((await directory().find(tenant.projectId, queue.id))?.name).toBe(queue.name);
    expect(await directory().find(other.projectId, queue.id)).toBeUndefined();
    expect(await directory().find(other.projectId, queue.name)).toBeUndefined();
    expect(await directory().find(tenant.projectId, 'a\u0000b')).toBeUndefined();
    await call('DELETE', `/${queue.name}`);
    expect(await directory().find(tenant.projectId, queue.id)).toBeUndefined();
  });

  it('knows a change made here at once, and one made elsewhere within a second', async () => {
    const queue = await aQueue();
    const find = () => directory().find(tenant.projectId, queue.name);
    expect((await find())?.maxAttempts).toBe(5);
    await call('PATCH', `/${queue.name}`, { maxAttempts: 6 });
    expect((await find())?.maxAttempts).toBe(6);
    await database.sql('UPDATE queues SET max_attempts = 7 WHERE id = $1', [queue.id]);
    await untilKnown(async () => (await find())?.maxAttempts === 7, 'the change is known');
  });

  it('finds a queue right after it was created, even if it was asked for before', async () => {
    const name = aName();
    expect(await directory().find(tenant.projectId, name)).toBeUndefined();
    await call('POST', '', { name });
    expect((await directory().find(tenant.projectId, name))?.name).toBe(name);
  });
});

describe('purge', () => {
  const rows = (queue: QueueFixture) =>
    database.sql(
      `SELECT status, is_live AS "isLive", execution_seq AS "executionSeq", count(*) AS n FROM job_statuses WHERE queue_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 3`,
      [queue.id],
    );

  it('cancels what is queued and scheduled, with a record each, and leaves what runs', async () => {
    const [queue, other] = [await aQueue(), await aQueue()];
    for (let index = 0; index < 3; index += 1) await make.aQueuedJob({ queue });
    for (let index = 0; index < 2; index += 1) await make.aScheduledJob({ queue });
    await make.aScheduledJob({ queue, attempt: 2, executionSeq: 3 });
    await make.aRunningJob({ queue });
    await make.aClaimedJob({ queue });
    await make.aQueuedJob({ queue: other });
    await make.aScheduledJob({ queue: other });
    const purged = await call('POST', `/${queue.name}/purge`);
    expect([purged.status, purged.body]).toEqual([202, { cancelledCount: 6, hasMore: false }]);
    expect(await rows(queue)).toEqual([
      { status: 'cancelled', isLive: false, executionSeq: 1, n: 5 },
      { status: 'cancelled', isLive: false, executionSeq: 4, n: 1 },
      { status: 'claimed', isLive: true, executionSeq: 1, n: 1 },
      { status: 'running', isLive: true, executionSeq: 1, n: 1 },
    ]);
    expect((await rows(other)).map((row) => row['status'])).toEqual(['queued', 'scheduled']);
    const executions = await database.sql(
      `SELECT DISTINCT attempt, outcome, final_status, worker_id, claimed_at, attempt_refunded, finished_at <= now() AS done FROM job_executions WHERE queue_id = $1`,
      [queue.id],
    );
    expect(executions).toEqual([
      {
        attempt: 0,
        outcome: 'cancelled',
        final_status: 'cancelled',
        worker_id: null,
        claimed_at: null,
        attempt_refunded: false,
        done: true,
      },
    ]);
    expect((await call('POST', `/${queue.name}/purge`)).body).toEqual({ cancelledCount: 0, hasMore: false });
  });

  it('walks on over many scheduled jobs of others that are due at the same instant', async () => {
    const [queue, other] = [await aQueue(), await aQueue()];
    const fill = (target: QueueFixture, n: number) =>
      database.sql(
        `WITH j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload)
           SELECT gen_random_uuid(), $1, $2, 'noop', '{}' FROM generate_series(1, $3) RETURNING id)
         INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status) SELECT id, $1, $2, '2030-01-01T00:00:00.123456Z', 'scheduled' FROM j`,
        [target.projectId, target.id, n],
      );
    await fill(other, 2_500);
    await fill(queue, 1_200);
    expect((await call('POST', `/${queue.name}/purge`)).body).toEqual({ cancelledCount: 1_200, hasMore: false });
    expect(await rows(other)).toEqual([{ status: 'scheduled', isLive: true, executionSeq: 0, n: 2_500 }]);
    await call('POST', `/${other.name}/purge`);
  });

  it('races with claims, promotions and a second purge: each job is claimed or cancelled, once, and none is lost', async () => {
    const queue = await aQueue();
    const jobs = 3_000;
    await database.sql(
      `WITH j AS (INSERT INTO jobs (id, project_id, queue_id, handler, payload)
         SELECT gen_random_uuid(), $1, $2, 'noop', '{}' FROM generate_series(1, $3::int) RETURNING id), n AS (SELECT id, row_number() OVER () AS n FROM j)
       INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status)
       SELECT id, $1, $2, now() + n * interval '1 ms', (CASE WHEN n % 3 = 0 THEN 'scheduled' ELSE 'queued' END)::live_status FROM n`,
      [queue.projectId, queue.id, jobs],
    );
    const purging = new AbortController();
    const claim = async (): Promise<number> => {
      let claimed = 0;
      while (!purging.signal.aborted) {
        claimed += (
          await database.sql(
            `WITH picked AS MATERIALIZED (SELECT job_id FROM live_jobs WHERE queue_id = $1 AND status = 'queued' ORDER BY priority DESC, run_at, job_id LIMIT 7 FOR UPDATE SKIP LOCKED)
             UPDATE live_jobs SET status = 'claimed', attempt = 1, execution_seq = 1, lease_token = gen_random_uuid(), worker_id = gen_random_uuid(), claimed_at = now(), lock_expires_at = now() + interval '1 h'
             WHERE job_id = ANY (ARRAY(SELECT job_id FROM picked)) RETURNING job_id`,
            [queue.id],
          )
        ).length;
      }
      return claimed;
    };
    const promote = async (): Promise<void> => {
      while (!purging.signal.aborted) {
        await database.sql(
          `WITH picked AS MATERIALIZED (SELECT job_id FROM live_jobs WHERE queue_id = $1 AND status = 'scheduled' ORDER BY run_at DESC LIMIT 5 FOR UPDATE SKIP LOCKED)
           UPDATE live_jobs SET status = 'queued' WHERE job_id = ANY (ARRAY(SELECT job_id FROM picked))`,
          [queue.id],
        );
      }
    };
    const claims = [claim(), claim(), promote()];
    const purges = await Promise.all([call('POST', `/${queue.name}/purge`), call('POST', `/${queue.name}/purge`)]);
    purging.abort();
    const claimed = (await Promise.all(claims)).reduce<number>((sum, n) => sum + (n ?? 0), 0);
    const last = await call('POST', `/${queue.name}/purge`);
    const cancelled = [...purges, last].reduce((sum, answer) => sum + answer.body.cancelledCount, 0);
    expect(purges.map((answer) => answer.status)).toEqual([202, 202]);
    expect(claimed).toBeGreaterThan(0);
    expect(claimed + cancelled).toBe(jobs);
    const found = Object.fromEntries((await rows(queue)).map((row) => [row['status'], row['n']]));
    expect(found).toEqual({ cancelled, claimed });
    expect(await database.sql('SELECT 1 FROM job_executions WHERE queue_id = $1', [queue.id])).toHaveLength(cancelled);
  });
});

describe('queue stats', () => {
  it('count what stands in the queue, and how long the oldest due job has waited over all priorities', async () => {
    const queue = await aQueue();
    await make.aQueuedJob({ queue, priority: 50, dueInMs: -1_000 });
    await make.aQueuedJob({ queue, priority: 0, dueInMs: -90_000 });
    await make.aQueuedJob({ queue, priority: -100, dueInMs: -5_000 });
    await make.aScheduledJob({ queue });
    await make.aRunningJob({ queue });
    await make.aRunningJob({ queue });
    await make.aClaimedJob({ queue });
    await make.aCompletedJob({ queue });
    const { status, body } = await call('GET', `/${queue.name}/stats`);
    expect(status).toBe(200);
    const exactly = (count: number) => ({ count, isCapped: false });
    expect(body).toMatchObject({ queued: exactly(3), scheduled: exactly(1), claimed: exactly(1), running: exactly(2) });
    expect(body.oldestReadyAgeSeconds).toBeGreaterThanOrEqual(90);
    expect(body.oldestReadyAgeSeconds).toBeLessThan(120);
  });

  it('say nothing waits in an empty queue, and sum the minutes of the last hour only', async () => {
    const queue = await aQueue();
    await database.sql(
      `INSERT INTO queue_stats (queue_id, minute, project_id, completed, failed, dead_lettered, wait_buckets, run_buckets)
       SELECT $1, date_trunc('minute', now()) - m * interval '1 minute', $2, 10, 2, 1, '{}', '{}' FROM unnest(ARRAY[0, 30, 90]) m`,
      [queue.id, tenant.projectId],
    );
    const { body } = await call('GET', `/${queue.id}/stats`);
    expect(body.oldestReadyAgeSeconds).toBeNull();
    expect(body.lastHour).toEqual({
      completed: 20,
      failed: 4,
      timedOut: 0,
      cancelled: 0,
      released: 0,
      leaseExpired: 0,
      deadLettered: 2,
    });
  });

  it('stop counting at 10,000 and say so', async () => {
    const queue = await aQueue();
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, priority)
       SELECT gen_random_uuid(), $1, $2, now(), 'queued', n % 5 FROM generate_series(1, 10500) n`,
      [tenant.projectId, queue.id],
    );
    const { body } = await call('GET', `/${queue.name}/stats`);
    expect(body.queued).toEqual({ count: 10_000, isCapped: true });
  });
});

function statuses(answers: readonly { readonly status: number }[]): number[] {
  return answers.map((answer) => answer.status).sort((one, other) => one - other);
}
