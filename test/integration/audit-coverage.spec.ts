import { newId } from '../../src/kernel/ids.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { routesOf } from '../support/routes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TEST_PASSWORD, TestApi, type TestTenant } from '../support/test-api.js';

/** Every route by which somebody changes something, from the routes themselves: a new one fails until it stands here. */
interface Act {
  /** The path with ids filled in. */
  readonly path: string;
  readonly body?: unknown;
  readonly action: string;
  readonly by?: TestTenant;
}

/** What changes nothing, or is the way in for somebody who is not known yet (and recorded by what it leads to). */
const NOT_RECORDED = [
  'POST /auth/invitations/inspect',
  'POST /auth/invitations/register',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/password/reset',
  'POST /auth/password/reset-request',
  'POST /auth/refresh',
  'POST /auth/setup',
  'POST /auth/sign-up',
  'POST /projects/:projectId/schedules/preview',
];

let database: TestDatabase;
let api: TestApi;
let make: Factories;
let person: TestTenant;
let queue: QueueFixture;
let project: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.ofRole(database);
  make = new Factories(database);
  person = await api.aTenant();
  await database.sql('UPDATE users SET is_operator = true WHERE id = $1', [person.userId]);
  queue = await make.aQueue({
    project: { id: person.projectId, organizationId: person.organizationId },
    name: 'emails',
  });
  project = `/projects/${person.projectId}`;
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const create = async (path: string, body: unknown, by = person) =>
  (await api.call('POST', path, { token: by.token, body })).body;
const aKey = async () => (await create(`${project}/api-keys`, { name: 'Key', scopes: ['read'] })).id as string;
const aQueue = async () => (await create(`${project}/queues`, { name: `q-${newId()}` })).id as string;
const JOB = { queue: 'emails', handler: 'noop', payload: {} };
const SCHEDULE = { cron: '0 3 * * *', ...JOB };
const aSchedule = async () =>
  (await create(`${project}/schedules`, { name: `s-${newId()}`, ...SCHEDULE })).id as string;
const aMember = async () => (await api.aTenant({ ...person, role: 'member' })).userId;
const anInvitation = async (email: string) => {
  const { organizationId } = await api.aTenant();
  const owner = await api.aTenant({ organizationId, projectId: person.projectId });
  return (await create(`/organizations/${organizationId}/invitations`, { email, role: 'viewer' }, owner))
    .token as string;
};
const inOrganization = () => `/organizations/${person.organizationId}`;

const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'POST /projects': async () => ({
    path: '/projects',
    body: { organizationId: person.organizationId, name: newId() },
    action: 'project.created',
  }),
  'PATCH /projects/:projectId': async () => ({ path: project, body: { name: newId() }, action: 'project.updated' }),
  'DELETE /projects/:projectId': async () => {
    const { id } = await create('/projects', { organizationId: person.organizationId, name: newId() });
    return { path: `/projects/${id}`, action: 'project.deleted' };
  },
  'POST /projects/:projectId/queues': async () => ({
    path: `${project}/queues`,
    body: { name: 'new' },
    action: 'queue.created',
  }),
  'PATCH /projects/:projectId/queues/:queue': async () => ({
    path: `${project}/queues/${await aQueue()}`,
    body: { maxAttempts: 7 },
    action: 'queue.updated',
  }),
  'DELETE /projects/:projectId/queues/:queue': async () => ({
    path: `${project}/queues/${await aQueue()}`,
    action: 'queue.deleted',
  }),
  'POST /projects/:projectId/queues/:queue/pause': async () => ({
    path: `${project}/queues/${await aQueue()}/pause`,
    action: 'queue.paused',
  }),
  'POST /projects/:projectId/queues/:queue/resume': async () => {
    const id = await aQueue();
    await create(`${project}/queues/${id}/pause`, undefined);
    return { path: `${project}/queues/${id}/resume`, action: 'queue.resumed' };
  },
  'POST /projects/:projectId/queues/:queue/purge': async () => ({
    path: `${project}/queues/${await aQueue()}/purge`,
    action: 'queue.purged',
  }),
  'POST /projects/:projectId/jobs': async () => ({ path: `${project}/jobs`, body: JOB, action: 'job.enqueued' }),
  'POST /projects/:projectId/jobs/bulk': async () => ({
    path: `${project}/jobs/bulk`,
    body: { jobs: [JOB, JOB] },
    action: 'job.enqueued',
  }),
  'POST /projects/:projectId/jobs/cancel': async () => ({
    path: `${project}/jobs/cancel`,
    body: { ids: [(await make.aQueuedJob({ queue })).id] },
    action: 'job.cancelled',
  }),
  'POST /projects/:projectId/jobs/retry': async () => ({
    path: `${project}/jobs/retry`,
    body: { ids: [(await make.aScheduledJob({ queue })).id] },
    action: 'job.retried',
  }),
  'POST /projects/:projectId/jobs/replay': async () => ({
    path: `${project}/jobs/replay`,
    body: { ids: [(await make.aCompletedJob({ queue })).id] },
    action: 'job.replayed',
  }),
  'POST /projects/:projectId/jobs/:jobId/cancel': async () => ({
    path: `${project}/jobs/${(await make.aQueuedJob({ queue })).id}/cancel`,
    action: 'job.cancelled',
  }),
  'POST /projects/:projectId/jobs/:jobId/retry': async () => ({
    path: `${project}/jobs/${(await make.aScheduledJob({ queue })).id}/retry`,
    action: 'job.retried',
  }),
  'POST /projects/:projectId/jobs/:jobId/reschedule': async () => ({
    path: `${project}/jobs/${(await make.aScheduledJob({ queue })).id}/reschedule`,
    body: { runAt: new Date(Date.now() + 3_600_000).toISOString() },
    action: 'job.rescheduled',
  }),
  'POST /projects/:projectId/jobs/:jobId/replay': async () => ({
    path: `${project}/jobs/${(await make.aCompletedJob({ queue })).id}/replay`,
    action: 'job.replayed',
  }),
  'POST /projects/:projectId/dead-letters/replay': async () => ({
    path: `${project}/dead-letters/replay`,
    body: { ids: [(await make.aDeadLetter({ queue })).deadLetterId] },
    action: 'dead_letter.replayed',
  }),
  'POST /projects/:projectId/dead-letters/discard': async () => ({
    path: `${project}/dead-letters/discard`,
    body: { ids: [(await make.aDeadLetter({ queue })).deadLetterId] },
    action: 'dead_letter.discarded',
  }),
  'POST /projects/:projectId/dead-letters/:deadLetterId/replay': async () => ({
    path: `${project}/dead-letters/${(await make.aDeadLetter({ queue })).deadLetterId}/replay`,
    action: 'dead_letter.replayed',
  }),
  'POST /projects/:projectId/dead-letters/:deadLetterId/discard': async () => ({
    path: `${project}/dead-letters/${(await make.aDeadLetter({ queue })).deadLetterId}/discard`,
    action: 'dead_letter.discarded',
  }),
  'POST /projects/:projectId/schedules': async () => ({
    path: `${project}/schedules`,
    body: { name: newId(), ...SCHEDULE },
    action: 'schedule.created',
  }),
  'PATCH /projects/:projectId/schedules/:scheduleId': async () => ({
    path: `${project}/schedules/${await aSchedule()}`,
    body: { name: newId() },
    action: 'schedule.updated',
  }),
  'DELETE /projects/:projectId/schedules/:scheduleId': async () => ({
    path: `${project}/schedules/${await aSchedule()}`,
    action: 'schedule.deleted',
  }),
  'POST /projects/:projectId/schedules/:scheduleId/pause': async () => ({
    path: `${project}/schedules/${await aSchedule()}/pause`,
    action: 'schedule.paused',
  }),
  'POST /projects/:projectId/schedules/:scheduleId/resume': async () => {
    const id = await aSchedule();
    await create(`${project}/schedules/${id}/pause`, undefined);
    return { path: `${project}/schedules/${id}/resume`, action: 'schedule.resumed' };
  },
  'POST /projects/:projectId/schedules/:scheduleId/trigger': async () => ({
    path: `${project}/schedules/${await aSchedule()}/trigger`,
    action: 'schedule.triggered',
  }),
  'POST /projects/:projectId/api-keys': async () => ({
    path: `${project}/api-keys`,
    body: { name: 'New', scopes: ['read'] },
    action: 'api_key.created',
  }),
  'POST /projects/:projectId/api-keys/:keyId/rotate': async () => ({
    path: `${project}/api-keys/${await aKey()}/rotate`,
    action: 'api_key.rotated',
  }),
  'DELETE /projects/:projectId/api-keys/:keyId': async () => ({
    path: `${project}/api-keys/${await aKey()}`,
    action: 'api_key.revoked',
  }),
  'PUT /projects/:projectId/secrets/:name': async () => ({
    path: `${project}/secrets/crm.token`,
    body: { value: 'a value' },
    action: 'secret.created',
  }),
  'DELETE /projects/:projectId/secrets/:name': async () => {
    await api.call('PUT', `${project}/secrets/gone`, { token: person.token, body: { value: 'a value' } });
    return { path: `${project}/secrets/gone`, action: 'secret.deleted' };
  },
  'POST /projects/:projectId/secrets/webhook.signing/rotate': async () => ({
    path: `${project}/secrets/webhook.signing/rotate`,
    action: 'secret.rotated',
  }),
  'POST /organizations': async () => ({
    path: '/organizations',
    body: { name: 'Second' },
    action: 'organization.created',
  }),
  'PATCH /organizations/:organizationId': async () => ({
    path: inOrganization(),
    body: { name: newId() },
    action: 'organization.updated',
  }),
  'DELETE /organizations/:organizationId': async () => ({
    path: `/organizations/${(await create('/organizations', { name: 'Short-lived' })).id}`,
    action: 'organization.deleted',
  }),
  'POST /organizations/:organizationId/leave': async () => {
    const by = await api.aTenant({ ...person, role: 'member' });
    return { path: `${inOrganization()}/leave`, action: 'member.left', by };
  },
  'PATCH /organizations/:organizationId/members/:userId': async () => ({
    path: `${inOrganization()}/members/${await aMember()}`,
    body: { role: 'admin' },
    action: 'member.role_changed',
  }),
  'DELETE /organizations/:organizationId/members/:userId': async () => ({
    path: `${inOrganization()}/members/${await aMember()}`,
    action: 'member.removed',
  }),
  'POST /organizations/:organizationId/invitations': async () => ({
    path: `${inOrganization()}/invitations`,
    body: { email: 'ada@example.com', role: 'member' },
    action: 'invitation.created',
  }),
  'DELETE /organizations/:organizationId/invitations/:invitationId': async () => {
    const { id } = await create(`${inOrganization()}/invitations`, { email: 'bob@example.com', role: 'member' });
    return { path: `${inOrganization()}/invitations/${id}`, action: 'invitation.revoked' };
  },
  'POST /auth/invitations/accept': async () => ({
    path: '/auth/invitations/accept',
    body: { token: await anInvitation(person.email) },
    action: 'member.joined',
  }),
  'POST /auth/password': async () => ({
    path: '/auth/password',
    body: { currentPassword: TEST_PASSWORD, newPassword: 'another horse battery staple' },
    action: 'password.changed',
    by: await api.aTenant(),
  }),
  'DELETE /auth/sessions': async () => ({
    path: '/auth/sessions',
    action: 'session.all_revoked',
    by: await api.aTenant(),
  }),
  'DELETE /auth/sessions/:sessionId': async () => {
    const by = await api.aTenant();
    const { body } = await api.call('GET', '/auth/sessions', { token: by.token });
    return { path: `/auth/sessions/${body.data[0].id}`, action: 'session.revoked', by };
  },
  'PATCH /operator/projects/:projectId': async () => ({
    path: `/operator${project}`,
    body: { enqueueLimitPerMinute: 5_000 },
    action: 'project.limits_changed',
  }),
};

describe('the audit log', () => {
  it('has an act here for every route that changes something', () => {
    const changing = routesOf(api.app)
      .filter((route) => route.method !== 'GET')
      .map((route) => `${route.method} ${route.path}`);
    expect([...Object.keys(ACTS), ...NOT_RECORDED].sort()).toEqual(changing.sort());
  });

  it.each(Object.keys(ACTS))(
    'records what a person does by %s, in the same transaction as far as it is seen',
    async (name) => {
      const { path, body, action, by = person } = await (ACTS[name] as () => Promise<Act>)();
      const requestId = newId();
      const [method = ''] = name.split(' ');
      const answer = await api.call(method, path, {
        token: by.token,
        ...(body === undefined ? {} : { body }),
        headers: { 'x-request-id': requestId },
      });
      expect({ answer: answer.body, isDone: answer.status >= 200 && answer.status < 300 }).toMatchObject({
        isDone: true,
      });
      const entries = await database.sql(
        'SELECT action, actor_kind, actor_id, host(ip) AS ip FROM audit_log WHERE request_id = $1',
        [requestId],
      );
      expect(entries).toContainEqual({ action, actor_kind: 'user', actor_id: by.userId, ip: '127.0.0.1' });
    },
  );

  it.each([
    'DELETE /projects/:projectId/queues/:queue',
    'POST /projects/:projectId/queues/:queue/purge',
    'DELETE /projects/:projectId/schedules/:scheduleId',
    'DELETE /projects/:projectId',
    'DELETE /projects/:projectId/api-keys/:keyId',
    'DELETE /projects/:projectId/secrets/:name',
    'DELETE /organizations/:organizationId',
    'DELETE /organizations/:organizationId/members/:userId',
    'DELETE /organizations/:organizationId/invitations/:invitationId',
  ])('keeps the reason that %s was given in its query', async (name) => {
    const { path, action } = await (ACTS[name] as () => Promise<Act>)();
    const [method = ''] = name.split(' ');
    const requestId = newId();
    const reason = 'the provider is gone, ticket 4711';
    const to = `${path}?reason=${encodeURIComponent(reason)}`;
    await api.call(method, to, { token: person.token, headers: { 'x-request-id': requestId } });
    const kept = await database.sql('SELECT action, reason FROM audit_log WHERE request_id = $1', [requestId]);
    expect(kept).toEqual([{ action, reason }]);
  });

  it('has no entry for an enqueue by a key: the job itself names it', async () => {
    const key = await api.aKey(person, ['enqueue']);
    const answer = await api.call('POST', `${project}/jobs`, {
      token: key,
      body: JOB,
      headers: { 'x-request-id': 'by-key' },
    });
    expect(answer.body.createdBy).toMatch(/^key:/);
    expect(await database.sql(`SELECT 1 FROM audit_log WHERE request_id = 'by-key'`)).toEqual([]);
  });
});

describe('an export', () => {
  const get = (path: string) => api.call('GET', path, { token: person.token });

  it('has an entry a line, goes on with a cursor, and misses nothing', async () => {
    const listed = new Set<string>();
    for (let query = '?limit=200'; query !== '';) {
      const { body } = await get(`${inOrganization()}/audit-log${query}`);
      for (const { id } of body.data) listed.add(id);
      query = body.page.hasMore ? `?limit=200&cursor=${body.page.nextCursor}` : '';
    }
    const exported: string[] = [];
    for (let query = '?limit=7'; query !== '';) {
      const { status, headers, body } = await get(`${inOrganization()}/audit-log/export${query}`);
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
        'attachment; filename="audit-log.ndjson"',
      ]);
      exported.push(
        ...(body as string)
          .trimEnd()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).id),
      );
      query = headers['next-cursor'] === undefined ? '' : `?limit=7&cursor=${String(headers['next-cursor'])}`;
    }
    expect(exported.length).toBeGreaterThan(20);
    expect(exported).toEqual([...listed]);
  });

  it('as CSV opens in a spreadsheet without running anything, and is filtered as the list is', async () => {
    await api.call('POST', `${project}/queues/${await aQueue()}/pause`, {
      token: person.token,
      body: { reason: '=HYPERLINK("http://evil.example","a, b")' },
    });
    const { headers, body } = await get(`${project}/audit-log/export?format=csv&action=queue.paused`);
    expect(headers['content-type']).toContain('text/csv');
    const lines = (body as string).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,createdAt,/);
    expect(lines.slice(1).every((line) => line.includes('queue.paused'))).toBe(true);
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"",""a, b"")"`);
  });

  it.each([
    ['?limit=5001', '/query/limit'],
    ['?format=xml', '/query/format'],
    ['?cursor=x', '/query/cursor'],
  ])('refuses %s', async (query, pointer) => {
    const { status, body } = await get(`${project}/audit-log/export${query}`);
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });
});
