import { newId } from '../../src/kernel/ids.js';
import { AuditModule, AuditService } from '../../src/modules/audit/index.js';
import { QueuesModule } from '../../src/modules/queues/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [AuditModule, TenancyModule, QueuesModule]);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const log = async (tenant: TestTenant, query = '') =>
  api.call('GET', `/projects/${tenant.projectId}/audit-log${query}`, { token: tenant.token });
const actions = async (tenant: TestTenant, query = '') =>
  (await log(tenant, query)).body.data.map((entry: { action: string }) => entry.action);

/** One of each act on a queue, by the user and by a key. */
async function act(tenant: TestTenant): Promise<{ keyId: string; queueId: string }> {
  const project = `/projects/${tenant.projectId}`;
  const { token } = tenant;
  const queue = await api.call('POST', `${project}/queues`, { token, body: { name: 'emails' } });
  const key = await api.call('POST', `${project}/api-keys`, {
    token,
    body: { name: 'Deploy script', scopes: ['manage'] },
  });
  await api.call('PATCH', `${project}/queues/emails`, {
    token,
    body: { maxAttempts: 9, timeoutMs: 300_000 },
    headers: { 'x-request-id': 'change-4711' },
  });
  await api.call('POST', `${project}/queues/emails/pause`, { token: key.body.token, body: { reason: 'deploying' } });
  await api.call('POST', `${project}/queues/emails/resume`, { token: key.body.token });
  await api.call('POST', `${project}/queues/emails/purge`, { token });
  return { keyId: key.body.id, queueId: queue.body.id };
}

const ALL = ['queue.purged', 'queue.resumed', 'queue.paused', 'queue.updated', 'api_key.created', 'queue.created'];

describe('the audit log', () => {
  it('says who did what, newest first, with the fields that changed, the reason, the request and the address', async () => {
    const tenant = await api.aTenant();
    const { keyId, queueId } = await act(tenant);
    const { body } = await log(tenant);
    expect(body.data.map((entry: { action: string }) => entry.action)).toEqual(ALL);
    const [, , paused, updated] = body.data;
    expect(updated).toEqual({
      id: expect.any(String),
      organizationId: tenant.organizationId,
      projectId: tenant.projectId,
      actor: { kind: 'user', id: tenant.userId, name: 'Test user' },
      action: 'queue.updated',
      targetKind: 'queue',
      targetId: queueId,
      before: { maxAttempts: 5 },
      after: { maxAttempts: 9 },
      reason: null,
      requestId: 'change-4711',
      ip: '127.0.0.1',
      createdAt: expect.any(String),
    });
    expect(paused).toMatchObject({ actor: { kind: 'api_key', id: keyId, name: 'Deploy script' }, reason: 'deploying' });
  });

  it('is filtered by action, kind of action, actor and time', async () => {
    const tenant = await api.aTenant();
    const { keyId } = await act(tenant);
    expect(await actions(tenant, '?action=queue.paused')).toEqual(['queue.paused']);
    expect(await actions(tenant, '?action=api_key.*')).toEqual(['api_key.created']);
    expect(await actions(tenant, `?actor=key:${keyId}`)).toEqual(['queue.resumed', 'queue.paused']);
    expect(await actions(tenant, `?actor=user:${tenant.userId}&action=queue.*`)).toEqual([
      'queue.purged',
      'queue.updated',
      'queue.created',
    ]);
    expect(await actions(tenant, '?actor=system')).toEqual([]);
    const { body } = await log(tenant, '?action=queue.paused');
    const at = encodeURIComponent(body.data[0].createdAt);
    expect(await actions(tenant, `?since=${at}`)).toEqual(expect.arrayContaining(['queue.purged', 'queue.resumed']));
    expect(await actions(tenant, `?until=${at}`)).not.toContain('queue.purged');
    expect(
      await actions(tenant, `?since=${encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())}`),
    ).toEqual([]);
  });

  it('tells what Rota did by itself from what each account did on the command line', async () => {
    const tenant = await api.aTenant();
    const requests = [null, 'cli:deploy:0a1b2c3d', 'cli:night shift:4e5f6071'];
    for (const [index, requestId] of requests.entries()) {
      await database.sql(
        `INSERT INTO audit_log (id, organization_id, project_id, actor_kind, action, target_kind, request_id)
         VALUES ($1, $2, $3, 'system', $4, 'thing', $5)`,
        [newId(), tenant.organizationId, tenant.projectId, `thing.made_${'abc'[index]}`, requestId],
      );
    }
    expect(await actions(tenant, '?actor=system')).toEqual(['thing.made_a']);
    expect(await actions(tenant, '?actor=cli:deploy')).toEqual(['thing.made_b']);
    expect(await actions(tenant, `?actor=${encodeURIComponent('cli:night shift')}`)).toEqual(['thing.made_c']);
    expect(await actions(tenant, '?actor=cli:nobody')).toEqual([]);
  });

  it('is filtered by target: what was done to it alone or among many, and to the dead letters of a job', async () => {
    const tenant = await api.aTenant();
    const { queueId } = await act(tenant);
    expect(await actions(tenant, `?target=queue:${queueId}`)).toEqual(
      ALL.filter((action) => action !== 'api_key.created'),
    );
    expect(await actions(tenant, `?target=queue:${queueId.toUpperCase()}&action=queue.paused`)).toEqual([
      'queue.paused',
    ]);
    const make = new Factories(database);
    const letter = await make.aDeadLetter({ queue: { id: queueId, projectId: tenant.projectId, name: 'emails' } });
    const entries: readonly [action: string, kind: string, targetId: string | null, after: object][] = [
      ['job.cancelled', 'job', letter.id, {}],
      ['job.cancelled_many', 'job', null, { jobIds: [newId(), letter.id] }],
      ['job.replayed', 'job', newId(), { jobId: letter.id }],
      ['dead_letter.replayed', 'dead_letter', newId(), { jobId: letter.id }],
      ['dead_letter.discarded', 'dead_letter', null, { deadLetterIds: [letter.deadLetterId, newId()] }],
      ['job.other', 'job', newId(), { jobIds: [newId()] }],
    ];
    for (const [action, kind, targetId, after] of entries)
      await database.sql(
        `INSERT INTO audit_log (id, organization_id, project_id, actor_kind, action, target_kind, target_id, after)
         VALUES ($1, $2, $3, 'system', $4, $5, $6, $7)`,
        [newId(), tenant.organizationId, tenant.projectId, action, kind, targetId, JSON.stringify(after)],
      );
    const done = entries.map(([action]) => action).toReversed();
    expect(await actions(tenant, `?target=job:${letter.id}`)).toEqual(done.slice(1));
    expect(await actions(tenant, `?target=dead_letter:${letter.deadLetterId}`)).toEqual(['dead_letter.discarded']);
    expect(await actions(tenant, '?target=job:none')).toEqual([]);
    expect((await log(tenant, '?target=none')).status).toBe(422);
  });

  it('is paged without gaps or repeats, whatever is written meanwhile', async () => {
    const tenant = await api.aTenant();
    await act(tenant);
    const seen: string[] = [];
    let query = '?limit=2';
    for (let hasMore = true; hasMore;) {
      const { body } = await log(tenant, query);
      seen.push(...body.data.map((entry: { action: string }) => entry.action));
      await api.call('PATCH', `/projects/${tenant.projectId}`, {
        token: tenant.token,
        body: { name: `Renamed ${seen.length}` },
      });
      query = `?limit=2&cursor=${body.page.nextCursor}`;
      hasMore = body.page.hasMore;
    }
    expect(seen).toEqual(ALL);
  });

  it('gives a short page with a cursor when a filter matches little among very many', async () => {
    const tenant = await api.aTenant();
    await act(tenant);
    await database.sql(
      `INSERT INTO audit_log (id, organization_id, project_id, actor_kind, action, target_kind)
       SELECT ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, 'system', 'noise.made', 'nothing' FROM generate_series(1, 2000) n`,
      [tenant.organizationId, tenant.projectId],
    );
    const first = (await log(tenant, '?action=queue.paused')).body;
    expect([first.data, first.page.hasMore]).toEqual([[], true]);
    const second = (await log(tenant, `?action=queue.paused&cursor=${first.page.nextCursor}`)).body;
    expect(second.data.map((entry: { action: string }) => entry.action)).toEqual(['queue.paused']);
    expect(second.page.hasMore).toBe(false);
  });

  it('shows each tenant its own entries only', async () => {
    const [one, other] = [await api.aTenant(), await api.aTenant()];
    await act(one);
    expect(await actions(other)).toEqual([]);
  });

  it('masks what is named like a secret, and happens with the act or not at all', async () => {
    const tenant = await api.aTenant();
    const audit = api.app.get(AuditService);
    const scope = {
      organizationId: tenant.organizationId,
      projectId: tenant.projectId,
      principal: { kind: 'system' as const },
      requestId: null,
      ip: null,
    };
    const entry = {
      action: 'thing.changed',
      targetKind: 'thing',
      targetId: newId(),
      after: { apiKey: 'planted', nested: { password: 'planted' }, url: 'https://u:planted@h/?t=planted' },
    };
    await database.app.transaction((session) => audit.record(session, scope, entry));
    await expect(
      database.app.transaction(async (session) => {
        await audit.record(session, scope, { ...entry, action: 'thing.undone' });
        throw new Error('the act failed');
      }),
    ).rejects.toThrow('the act failed');
    const { body } = await log(tenant);
    expect(body.data).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('planted');
  });

  it.each([
    ['?action=DROP', '/query/action'],
    ['?action=queue.paused&action=queue.resumed', '/query/action'],
    ['?actor=user:1', '/query/actor'],
    ['?actor=root', '/query/actor'],
    ['?actor=cli:', '/query/actor'],
    ['?actor=cli:a:b', '/query/actor'],
    ['?since=yesterday', '/query/since'],
    ['?until=2027-02-30T00:00:00Z', '/query/until'],
    ['?limit=1000', '/query/limit'],
    ['?cursor=abc', '/query/cursor'],
    ['?sort=asc', '/query/sort'],
  ])('refuses the query %s, naming the field', async (query, pointer) => {
    const tenant = await api.aTenant();
    const { status, body } = await log(tenant, query);
    expect([status, body.errors[0]?.pointer]).toEqual([422, pointer]);
  });
});
