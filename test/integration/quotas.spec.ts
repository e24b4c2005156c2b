import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { type Answer, TestApi, type TestTenant } from '../support/test-api.js';
import { aYoungMinute } from '../support/young-minute.js';

let database: TestDatabase;
let one: TestApi;
let other: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  one = await TestApi.ofRole(database, { ENQUEUE_LIMIT_PER_MINUTE: '100' });
  other = await TestApi.ofRole(database, { ENQUEUE_LIMIT_PER_MINUTE: '100' });
});

afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await database?.close();
});

const aFreshMinute = (): Promise<void> => aYoungMinute(database, 25);

async function aTenant(): Promise<TestTenant & { readonly key: string }> {
  const tenant = await one.aTenant();
  const { token } = tenant;
  await one.call('POST', `/projects/${tenant.projectId}/queues`, { token, body: { name: 'emails' } });
  return { ...tenant, key: await one.aKey(tenant, ['enqueue', 'read']) };
}

const JOB = { queue: 'emails', handler: 'noop', payload: {} };
const enqueue = (api: TestApi, { projectId, key }: { projectId: string; key: string }, headers = {}) =>
  api.call('POST', `/projects/${projectId}/jobs`, { token: key, body: JOB, headers });
const bulk = (api: TestApi, { projectId, key }: { projectId: string; key: string }, jobs: number) =>
  api.call('POST', `/projects/${projectId}/jobs/bulk`, {
    token: key,
    body: { jobs: Array.from({ length: jobs }, () => JOB) },
  });
const stored = async ({ projectId }: TestTenant) =>
  Number(
    (await database.sql<{ n: string }>('SELECT count(*) AS n FROM jobs WHERE project_id = $1', [projectId]))[0]?.n,
  );
const countOf = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length;
const limits = async (api: TestApi, { projectId, key }: { projectId: string; key: string }) =>
  (await api.call('GET', `/projects/${projectId}/limits`, { token: key })).body;

describe('the enqueue limit', () => {
  it('holds over all api processes: of 300 parallel enqueues by two, no more are stored than allowed', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => enqueue(index % 2 ? one : other, tenant)),
    );
    const taken = countOf(answers, 201);
    expect(taken).toBeLessThanOrEqual(100);
    // What one process holds and the other would need is a block at most.
    expect(taken).toBeGreaterThanOrEqual(95);
    expect(countOf(answers, 429)).toBe(300 - taken);
    expect(await stored(tenant)).toBe(taken);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.code).toBe('ENQUEUE_RATE_LIMITED');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused?.headers['ratelimit-policy']).toBe('"enqueue";q=100;w=60');
    expect(refused?.headers['ratelimit']).toMatch(/^"enqueue";r=\d+;t=\d+$/);
  });

  it('says with every answer how much is left, and shows it', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    const first = await enqueue(one, tenant);
    expect(first.headers['ratelimit-policy']).toBe('"enqueue";q=100;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"enqueue";r=99;t=\d+$/);
    await bulk(one, tenant, 9);
    expect(await limits(one, tenant)).toEqual({
      enqueue: { limitPerMinute: 100, used: 10, remaining: 90, resetSeconds: expect.any(Number) },
      signIn: { failures: null, windowSeconds: 900 },
    });
  });

  it('counts the jobs of a bulk, all or none', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    expect([(await bulk(one, tenant, 60)).status, (await bulk(one, tenant, 60)).status]).toEqual([201, 429]);
    expect((await bulk(one, tenant, 40)).status).toBe(201);
    expect((await enqueue(one, tenant)).status).toBe(429);
    expect(await stored(tenant)).toBe(100);
    const never = await bulk(one, tenant, 101);
    expect([never.status, never.body.detail]).toEqual([429, expect.stringContaining('more than the 100')]);
  });

  it('counts neither what is refused nor what an idempotency key had enqueued before', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    const path = `/projects/${tenant.projectId}/jobs`;
    for (let index = 0; index < 20; index += 1) {
      const bad = await one.call('POST', path, { token: tenant.key, body: { ...JOB, queue: 'unknown' } });
      expect(bad.status).toBe(422);
      expect([200, 201]).toContain((await enqueue(one, tenant, { 'idempotency-key': 'same' })).status);
    }
    expect((await limits(one, tenant)).enqueue.used).toBe(1);
  });

  it('is no matter of strangers: who may not enqueue here spends nothing', async () => {
    const [tenant, stranger] = [await aTenant(), await aTenant()];
    for (let index = 0; index < 5; index += 1) {
      expect((await enqueue(one, { projectId: tenant.projectId, key: stranger.key })).status).toBe(404);
    }
    expect((await limits(one, tenant)).enqueue.used).toBe(0);
  });

  it('begins anew with the minute', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    await bulk(one, tenant, 100);
    expect((await enqueue(other, tenant)).status).toBe(429);
    const later = await TestApi.ofRole(database, { ENQUEUE_LIMIT_PER_MINUTE: '100' });
    await database.sql(`UPDATE enqueue_leases SET minute = minute - interval '1 minute' WHERE project_id = $1`, [
      tenant.projectId,
    ]);
    expect((await enqueue(later, tenant)).status).toBe(201);
    expect((await limits(later, tenant)).enqueue.used).toBe(1);
    await later.close();
  });

  it('costs a write per block, not per enqueue', async () => {
    await aFreshMinute();
    const tenant = await aTenant();
    const before = await xmin(tenant);
    let writes = 0;
    let last = before;
    for (let index = 0; index < 60; index += 1) {
      await enqueue(one, tenant);
      const now = await xmin(tenant);
      if (now !== last) writes += 1;
      last = now;
    }
    expect(writes).toBeLessThanOrEqual(60 / 5 + 1);
  });

  it('can be switched off', async () => {
    const free = await TestApi.ofRole(database, { ENQUEUE_LIMIT_PER_MINUTE: '0' });
    const tenant = await aTenant();
    const answer = await bulk(free, tenant, 1_000);
    expect([answer.status, answer.headers['ratelimit']]).toEqual([201, undefined]);
    expect((await limits(free, tenant)).enqueue).toMatchObject({ limitPerMinute: null, remaining: null });
    expect(await database.sql('SELECT 1 FROM enqueue_leases WHERE project_id = $1', [tenant.projectId])).toEqual([]);
    await free.close();
  });
});

/** Which transaction wrote the row last. */
async function xmin({ projectId }: TestTenant): Promise<string | undefined> {
  const [row] = await database.sql<{ x: string }>('SELECT xmin::text AS x FROM enqueue_leases WHERE project_id = $1', [
    projectId,
  ]);
  return row?.x;
}

describe('operators of the installation', () => {
  const anOperator = async (): Promise<TestTenant> => {
    const tenant = await one.aTenant();
    await database.sql('UPDATE users SET is_operator = true WHERE id = $1', [tenant.userId]);
    return tenant;
  };

  it('raise the limit of a project, of which a record is kept where its owners see it', async () => {
    await aFreshMinute();
    const [operator, tenant] = [await anOperator(), await aTenant()];
    await bulk(one, tenant, 100);
    expect((await enqueue(one, tenant)).status).toBe(429);
    const path = `/operator/projects/${tenant.projectId}`;
    const raise = (limit: unknown) =>
      one.call('PATCH', path, { token: operator.token, body: { enqueueLimitPerMinute: limit } });
    expect((await raise(150)).body.enqueueLimitPerMinute).toBe(150);
    expect((await bulk(one, tenant, 50)).status).toBe(201);
    expect((await enqueue(one, tenant)).status).toBe(429);
    const log = await one.call('GET', `/projects/${tenant.projectId}/audit-log?action=project.*`, {
      token: tenant.token,
    });
    expect(log.body.data).toMatchObject([
      {
        action: 'project.limits_changed',
        actor: { id: operator.userId },
        before: { enqueueLimitPerMinute: null },
        after: { enqueueLimitPerMinute: 150 },
      },
    ]);
    expect((await raise(null)).body.enqueueLimitPerMinute).toBeNull();
    for (const bad of [0, -1, 1.5, 'many', undefined]) {
      expect((await raise(bad)).body.errors[0].pointer).toBe('/enqueueLimitPerMinute');
    }
    const unknown = await one.call('PATCH', '/operator/projects/x', {
      token: operator.token,
      body: { enqueueLimitPerMinute: 1 },
    });
    expect(unknown.status).toBe(404);
  });

  it('see workers with their hosts, projects of all, settings, and the audit log of the installation', async () => {
    const [operator, tenant] = [await anOperator(), await aTenant()];
    await database.sql(
      `INSERT INTO workers (id, host, pid, version, handlers, capacity) VALUES (gen_random_uuid(), 'worker-7', 42, '1.0.0', '{noop}', 10)`,
    );
    const get = async (path: string) => (await one.call('GET', `/operator${path}`, { token: operator.token })).body;
    expect((await get('/workers')).data).toMatchObject([{ host: 'worker-7', pid: 42, capacity: 10, state: 'live' }]);
    const project = await get(`/projects/${tenant.projectId}`);
    expect(project).toMatchObject({ organizationName: 'Test organization', enqueueLimitPerMinute: null });
    expect((await get('/projects?limit=200')).data).toContainEqual(project);
    expect(await get('/settings')).toEqual({
      signUp: 'invitation',
      enqueueLimitPerMinute: 100,
      authFailureLimit: null,
      authFailureWindowSeconds: 900,
      hasMailServer: false,
    });
    const { data } = await get('/audit-log?action=api_key.created');
    expect(data[0]).toMatchObject({ organizationId: tenant.organizationId, projectId: tenant.projectId });
  });

  it('have no right in the projects of others by that', async () => {
    const [operator, tenant] = [await anOperator(), await aTenant()];
    const answer = await one.call('GET', `/projects/${tenant.projectId}/jobs`, { token: operator.token });
    expect(answer.status).toBe(404);
  });
});
