import { Global, Module } from '@nestjs/common';
import { newId } from '../../src/kernel/ids.js';
import { DeadLettersModule } from '../../src/modules/dead-letters/index.js';
import { JobsModule } from '../../src/modules/jobs/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

@Global()
@Module({ providers: [{ provide: Metrics, useFactory: () => new Metrics() }], exports: [Metrics] })
class MetricsModule {}

describe('routes of jobs and dead letters', () => {
  let database: TestDatabase;
  let given: Factories;
  let api: TestApi;
  let tenant: TestTenant;
  let queue: QueueFixture;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    api = await anApiWith(database, [MetricsModule, JobsModule, DeadLettersModule]);
    tenant = await api.aTenant();
    queue = await given.aQueue({
      project: { id: tenant.projectId, organizationId: tenant.organizationId },
      name: 'emails',
    });
    key = await api.aKey(tenant, ['enqueue', 'read', 'manage']);
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  const jobs = (method: string, path = '', body?: unknown, headers: Record<string, string> = {}) =>
    api.call(method, `/projects/${tenant.projectId}/jobs${path}`, { token: key, body, headers });
  const letters = (method: string, path = '', body?: unknown) =>
    api.call(method, `/projects/${tenant.projectId}/dead-letters${path}`, { token: tenant.token, body });
  const aJob = (changes: object = {}) => ({ queue: 'emails', handler: 'noop', payload: {}, ...changes });
  const pointers = (answer: { body: { errors: { pointer: string; code: string }[] } }): string[] =>
    answer.body.errors.map(({ pointer }) => pointer);
  const countJobs = async (): Promise<number> =>
    (await database.sql<{ count: number }>('SELECT count(*) FROM jobs'))[0]?.count as number;

  it('a job is enqueued, read and found in the list; the trace context is kept', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const created = await jobs('POST', '', aJob({ labels: { customer: '4711' } }), { traceparent });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'queued',
      queue: 'emails',
      traceparent,
      createdBy: expect.stringMatching(/^key:/),
    });
    const read = await jobs('GET', `/${created.body.id}`);
    expect(read).toMatchObject({ status: 200, body: created.body });
    const list = await jobs('GET', '?status=queued&label=customer:4711&queue=emails&limit=1');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([created.body.id]);
    expect(list.body.data[0]).not.toHaveProperty('payload');
    expect(list.body.page).toEqual({ nextCursor: null, hasMore: false });
    expect((await jobs('GET', `/${created.body.id}/executions`)).body).toEqual({
      data: [],
      page: { nextCursor: null, hasMore: false },
    });
    expect((await jobs('GET', `/${created.body.id}/logs`)).status).toBe(200);
  });

  it('50 racing requests with one key get one job: one 201, the others 200 and marked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => jobs('POST', '', aJob(), { 'idempotency-key': 'race' })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const replayed = answers.filter(({ status }) => status === 200);
    expect(replayed).toHaveLength(49);
    for (const { headers } of replayed) expect(headers['idempotent-replayed']).toBe('true');
    const other = await jobs('POST', '', aJob({ priority: 5 }), { 'idempotency-key': 'race' });
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('the clean body and one that says a field twice are the same request when they mean the same', async () => {
    const first = await jobs('POST', '', aJob({ handler: 'sleep', payload: { durationMs: 2 } }), {
      'idempotency-key': 'twice',
    });
    const body = '{"queue":"emails","handler":"noop","handler":"sleep","payload":{"durationMs":1,"durationMs":2}}';
    const again = await jobs('POST', '', body, { 'idempotency-key': 'twice' });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
  });

  it.each(['', ' '.repeat(3), 'x'.repeat(256), 'naïve'])(
    'the idempotency key %p is refused',
    async (idempotencyKey) => {
      const answer = await jobs('POST', '', aJob(), { 'idempotency-key': idempotencyKey });
      expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_INVALID' } });
    },
  );

  it.each([
    [{ queue: 'nope' }, '/queue'],
    [{ queue: 7 }, '/queue'],
    [{ handler: 'nobody' }, '/handler'],
    [{ payload: [] }, '/payload'],
    [{ payload: null }, '/payload'],
    [{ handler: 'sleep', payload: { durationMs: 'x' } }, '/payload/durationMs'],
    [{ priority: 101 }, '/priority'],
    [{ priority: 1.5 }, '/priority'],
    [{ runAt: '2026-02-30T00:00:00Z' }, '/runAt'],
    [{ runAt: '2027-01-01T00:00:00' }, '/runAt'],
    [{ runAt: 'infinity' }, '/runAt'],
    [{ runAt: '2099-01-01T00:00:00Z' }, '/runAt'],
    [{ runAt: 1e18 }, '/runAt'],
    [{ delayMs: -1 }, '/delayMs'],
    [{ delayMs: 1, runAt: '2027-01-01T00:00:00Z' }, '/delayMs'],
    [{ maxAttempts: 0 }, '/maxAttempts'],
    [{ timeoutMs: 99 }, '/timeoutMs'],
    [{ labels: { 'a:b': 'x' } }, '/labels'],
    [{ labels: { a: 1 } }, '/labels'],
    [{ labels: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`l${index}`, ''])) }, '/labels'],
    [{ labels: { a: 'x'.repeat(256) } }, '/labels'],
    [{ unknown: 1 }, '/unknown'],
  ])('%j is a 422 at %s, and nothing is stored', async (changes, pointer) => {
    const before = await countJobs();
    const answer = await jobs('POST', '', aJob(changes));
    expect(answer.status).toBe(422);
    expect(pointers(answer)).toContain(pointer);
    expect(await countJobs()).toBe(before);
  });

  it.each([
    ['a NUL', '{"queue":"emails","handler":"noop","payload":{"a":"\\u0000"}}', '/payload/a'],
    ['half a pair', '{"queue":"emails","handler":"noop","payload":{"a":"\\ud83d"}}', '/payload/a'],
    ['1e999', '{"queue":"emails","handler":"noop","payload":{"a":1e999}}', '/payload/a'],
    ['an unsafe integer', '{"queue":"emails","handler":"noop","payload":{"id":9007199254740993}}', '/payload/id'],
    ['__proto__', '{"queue":"emails","handler":"noop","payload":{"__proto__":{"admin":true}}}', '/payload/__proto__'],
  ])('%s is a 4xx with its pointer', async (_what, body, pointer) => {
    const answer = await jobs('POST', '', body);
    expect([400, 422]).toContain(answer.status);
    expect(pointers(answer)).toContain(pointer);
  });

  it('a payload above its limit is a 422 with the limit, a body above its limit a 413', async () => {
    const tooLarge = await jobs('POST', '', aJob({ payload: { a: 'x'.repeat(70_000) } }));
    expect(tooLarge.status).toBe(422);
    expect(tooLarge.body.errors).toContainEqual(
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        pointer: '/payload',
        detail: expect.stringContaining('65536'),
      }),
    );
    expect((await jobs('POST', '', aJob({ payload: { a: 'x'.repeat(300_000) } }))).status).toBe(413);
  });

  it('a bulk of a thousand is stored whole or not at all, and its errors name the index', async () => {
    const thousand = Array.from({ length: 1_000 }, () => aJob());
    const created = await jobs('POST', '/bulk', { jobs: thousand });
    expect(created.status).toBe(201);
    expect(created.body.jobs).toHaveLength(1_000);
    const before = await countJobs();
    for (const bad of [{ handler: 'nobody' }, { priority: 1_000 }, { queue: 'nope' }]) {
      const answer = await jobs('POST', '/bulk', {
        jobs: thousand.map((job, index) => (index === 777 ? { ...job, ...bad } : job)),
      });
      expect(answer.status).toBe(422);
      expect(pointers(answer)).toEqual([`/jobs/777/${Object.keys(bad)[0]}`]);
    }
    expect(pointers(await jobs('POST', '/bulk', { jobs: [...thousand, aJob()] }))).toEqual(['/jobs']);
    const poison = { payload: { value: Array.from({ length: 500 }, () => 1e300) } };
    const refused = await jobs('POST', '/bulk', { jobs: [aJob(), aJob(poison)] });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'PAYLOAD_TOO_LARGE', errors: [{ pointer: '/jobs/1/payload' }] },
    });
    expect(await jobs('POST', '', aJob(poison))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/payload' }] },
    });
    expect(await countJobs()).toBe(before);
  });

  it('unknown and malformed ids are 404, a foreign project too', async () => {
    for (const id of [newId(), 'nonsense', '%00']) {
      for (const path of [`/${id}`, `/${id}/executions`, `/${id}/logs`])
        expect([404, 422]).toContain((await jobs('GET', path)).status);
    }
    expect((await jobs('POST', `/${newId()}/cancel`, {})).status).toBe(404);
    const stranger = await api.aTenant();
    const own = await given.aQueuedJob({ queue });
    expect(
      (await api.call('GET', `/projects/${tenant.projectId}/jobs/${own.id}`, { token: stranger.token })).status,
    ).toBe(404);
    expect(
      (await api.call('GET', `/projects/${stranger.projectId}/jobs/${own.id}`, { token: stranger.token })).status,
    ).toBe(404);
    expect(
      (
        await api.call('POST', `/projects/${stranger.projectId}/jobs/${own.id}/cancel`, {
          token: stranger.token,
          body: {},
        })
      ).status,
    ).toBe(404);
  });

  it('bad filters and cursors are a 422 at the query', async () => {
    for (const query of [
      'status=failed',
      'status=nope',
      'label=x',
      'since=yesterday',
      'cursor=abc',
      'limit=0',
      'limit=201',
      'queue=nope',
      'other=1',
    ]) {
      const answer = await jobs('GET', `?${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 422 });
      expect(pointers(answer)).toEqual([`/query/${query.split('=')[0]}`]);
    }
  });

  it('a list is walked by its cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await jobs('GET', `?limit=200${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(await countJobs());
  });

  it('cancel, retry, reschedule and replay answer the job, or 409 when its state forbids', async () => {
    const waiting = await given.aScheduledJob({ queue });
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect(await jobs('POST', `/${waiting.id}/reschedule`, { runAt: later })).toMatchObject({
      status: 200,
      body: { runAt: later, status: 'scheduled' },
    });
    expect(await jobs('POST', `/${waiting.id}/retry`, {})).toMatchObject({ status: 200, body: { status: 'queued' } });
    expect(await jobs('POST', `/${waiting.id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await jobs('POST', `/${waiting.id}/retry`, {})).toMatchObject({
      status: 409,
      body: { code: 'JOB_TERMINAL' },
    });
    expect(await jobs('POST', `/${waiting.id}/replay`, {})).toMatchObject({
      status: 200,
      body: { status: 'queued', replayOf: waiting.id },
    });
    const dead = await given.aDeadLetter({ queue });
    expect(await jobs('GET', `/${dead.id}`)).toMatchObject({
      body: { status: 'dead_letter', deadLetterId: dead.deadLetterId },
    });
    expect(await jobs('POST', `/${dead.id}/replay`, {})).toMatchObject({
      status: 200,
      body: { id: dead.id, status: 'queued', attempt: 0 },
    });
    expect(await jobs('POST', '/cancel', { ids: [dead.id, waiting.id] })).toMatchObject({
      status: 200,
      body: { succeeded: 2, failed: 0 },
    });
    expect(await jobs('POST', '/retry', { filter: {}, dryRun: true })).toMatchObject({
      status: 200,
      body: { isDryRun: true },
    });
    expect(await jobs('POST', '/replay', { filter: { status: 'running' } })).toMatchObject({
      status: 422,
      body: { code: 'STATUS_NOT_ELIGIBLE' },
    });
  });

  it('dead letters are listed, read, replayed and discarded', async () => {
    const [first, second, third] = [
      await given.aDeadLetter({ queue }),
      await given.aDeadLetter({ queue }),
      await given.aDeadLetter({ queue }),
    ];
    const list = await letters('GET', '?limit=2&queue=emails&reason=attempts_exhausted');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([third.deadLetterId, second.deadLetterId]);
    expect(list.body.page.hasMore).toBe(true);
    expect(await letters('GET', `/${first.deadLetterId}`)).toMatchObject({
      status: 200,
      body: { state: 'open', payload: {} },
    });
    expect(await letters('POST', `/${first.deadLetterId}/replay`)).toMatchObject({
      status: 200,
      body: { id: first.id, status: 'queued' },
    });
    expect(await letters('POST', `/${first.deadLetterId}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REPLAYED' },
    });
    expect(await letters('POST', `/${second.deadLetterId}/discard`, { reason: 'obsolete' })).toMatchObject({
      status: 200,
      body: { state: 'discarded' },
    });
    expect(await letters('POST', '/replay', { ids: [first.deadLetterId, third.deadLetterId, newId()] })).toMatchObject({
      body: { succeeded: 1, failed: 2 },
    });
    expect((await letters('GET', `/${newId()}`)).status).toBe(404);
  });

  it('a viewer reads and changes nothing; a key that enqueues does only that', async () => {
    const viewer = await api.aTenant({
      role: 'viewer',
      organizationId: tenant.organizationId,
      projectId: tenant.projectId,
    });
    const own = await given.aQueuedJob({ queue });
    const path = `/projects/${tenant.projectId}/jobs`;
    expect((await api.call('GET', path, { token: viewer.token })).status).toBe(200);
    expect((await api.call('POST', path, { token: viewer.token, body: aJob() })).status).toBe(403);
    expect((await api.call('POST', `${path}/${own.id}/cancel`, { token: viewer.token, body: {} })).status).toBe(403);
    const enqueuer = await api.aKey(tenant, ['enqueue']);
    expect((await api.call('POST', path, { token: enqueuer, body: aJob() })).status).toBe(201);
    expect((await api.call('POST', `${path}/${own.id}/cancel`, { token: enqueuer, body: {} })).status).toBe(403);
  });
});
