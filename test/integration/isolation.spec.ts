import { newId } from '../../src/kernel/ids.js';
import { Factories } from '../support/factories.js';
import { type Route, routesOf } from '../support/routes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';

/**
 * Two tenants, every route that asks for a permission, ids of the other one: generated from the routes themselves, so a new
 * route is covered by being there, and one with an id that this file cannot fill fails until it can.
 */
let database: TestDatabase;
let api: TestApi;
let victim: TestTenant;
let attacker: TestTenant;
let ids: Readonly<Record<string, string>>;

/** Bodies that would be accepted, so that a refusal is about whose it is and not about its form. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PATCH /projects/:projectId': { name: 'Taken over' },
  'POST /projects/:projectId/api-keys': { name: 'Stolen', scopes: ['read'] },
  'PUT /projects/:projectId/secrets/:name': { value: 'overwritten' },
  'POST /projects/:projectId/queues': { name: 'smuggled' },
  'PATCH /projects/:projectId/queues/:queue': { maxAttempts: 1 },
  'POST /projects/:projectId/jobs/:jobId/reschedule': { runAt: new Date(Date.now() + 60_000).toISOString() },
  'PATCH /projects/:projectId/schedules/:scheduleId': { name: 'Taken over' },
  'POST /projects/:projectId/api-keys/:keyId/rotate': { overlapSeconds: 0 },
  'PATCH /organizations/:organizationId': { name: 'Taken over' },
  'PATCH /organizations/:organizationId/members/:userId': { role: 'viewer' },
  'POST /organizations/:organizationId/invitations': { email: 'mallory@example.com', role: 'owner' },
  'PATCH /operator/projects/:projectId': { enqueueLimitPerMinute: 1 },
};

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.ofRole(database);
  [victim, attacker] = [await api.aTenant(), await api.aTenant()];
  ids = await furnish(victim);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

/** Something of each kind in a tenant's project, to be guessed by another; by the name of its path parameter. */
async function furnish({ projectId, organizationId, userId, token }: TestTenant): Promise<Record<string, string>> {
  const make = new Factories(database);
  const queue = await make.aQueue({ project: { id: projectId, organizationId }, name: 'emails' });
  const job = await make.aScheduledJob({ queue });
  const letter = await make.aDeadLetter({ queue });
  const create = async (path: string, body: unknown) =>
    (await api.call('POST', `/projects/${projectId}${path}`, { token, body })).body.id as string;
  await api.call('PUT', `/projects/${projectId}/secrets/crm.token`, { token, body: { value: 'a value' } });
  const inOrganization = `/organizations/${organizationId}`;
  const invited = { email: 'invited@example.com', role: 'member' };
  const invitation = await api.call('POST', `${inOrganization}/invitations`, { token, body: invited });
  const sessions = await api.call('GET', '/auth/sessions', { token });
  return {
    organizationId,
    userId,
    invitationId: invitation.body.id as string,
    sessionId: sessions.body.data[0].id as string,
    queue: queue.id,
    jobId: job.id,
    deadLetterId: letter.deadLetterId,
    keyId: await create('/api-keys', { name: 'Key', scopes: ['read'] }),
    name: 'crm.token',
    workerId: await make.aWorker({ queues: [queue.id] }),
    scheduleId: await create('/schedules', {
      name: 'Nightly',
      cron: '0 3 * * *',
      queue: 'emails',
      handler: 'noop',
      payload: {},
    }),
  };
}

/** What stands on the public port beside the interface: it is open, and tells nothing about anybody. */
const PROBES = ['/livez', '/readyz'];
const all = (): Route[] => routesOf(api.app).filter((route) => !PROBES.includes(route.path));
const declaring = (kind: string): Route[] => all().filter((route) => route.access?.kind === kind);
const guarded = (): Route[] => declaring('permission');
const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
const unknownIds = (): Record<string, string> =>
  Object.fromEntries(Object.keys(ids).map((name) => [name, name === 'name' ? 'no.such.secret' : newId()]));

/** One answer without what differs from request to request. */
async function ask(
  route: Route & { readonly body?: unknown },
  token: string,
  projectId: string,
  given: Readonly<Record<string, string>>,
) {
  const path = route.path
    .replace(':projectId', projectId)
    .replaceAll(/:(\w+)/g, (_, name: string) => given[name] as string);
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
  const body = hasBody ? (route.body ?? BODIES[`${route.method} ${route.path}`] ?? {}) : undefined;
  const answer = await api.call(route.method, path, { token, body, headers: { 'x-request-id': 'same' } });
  return { route: `${route.method} ${route.path}`, status: answer.status, body: answer.body as unknown };
}

/** Everything that belongs to an organization as such, as the database has it. */
async function organizationOf({ organizationId, userId }: TestTenant): Promise<unknown> {
  return database.sql(
    `SELECT to_jsonb(o) AS row FROM organizations o WHERE id = $1
     UNION ALL SELECT to_jsonb(m) FROM memberships m WHERE organization_id = $1
     UNION ALL SELECT to_jsonb(i) FROM invitations i WHERE organization_id = $1
     UNION ALL SELECT to_jsonb(p) FROM projects p WHERE organization_id = $1
     UNION ALL SELECT to_jsonb(t) FROM refresh_tokens t WHERE user_id = $2
     UNION ALL SELECT to_jsonb(a) FROM audit_log a WHERE organization_id = $1`,
    [organizationId, userId],
  );
}

/** Everything that belongs to a project, as the database has it. */
async function stateOf({ projectId }: TestTenant): Promise<unknown> {
  const tables = await database.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'project_id' AND table_name <> 'job_statuses' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(8);
  return Promise.all(
    tables.map(async ({ name }) => [
      name,
      await database.sql(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE project_id = $1 ORDER BY t::text`, [
        projectId,
      ]),
    ]),
  );
}

describe('tenant isolation', () => {
  it('can fill every path parameter of every guarded route', () => {
    const names = new Set(all().flatMap((route) => parametersOf(route.path)));
    names.delete('projectId');
    expect([...names].filter((name) => ids[name] === undefined)).toEqual([]);
  });

  it('gives every route a declaration, and the project in its path if it asks for a permission', () => {
    const routes = all();
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
    expect(guarded().filter((route) => !route.path.startsWith('/projects/:projectId'))).toEqual([]);
    const members = declaring('organization');
    expect(members.filter((route) => !route.path.startsWith('/organizations/:organizationId'))).toEqual([]);
    expect(declaring('operator').filter((route) => !route.path.startsWith('/operator/'))).toEqual([]);
    const declared = routes.map((route) => `${route.method} /api/v1${route.path}`);
    const registered = api.registered.filter((route) => !/^(HEAD|OPTIONS) |\/docs\/|z$/.test(route));
    expect([...new Set(registered)].sort()).toEqual([...new Set(declared)].sort());
  });

  it('asks for credentials on every route but those of getting in', async () => {
    expect(declaring('public').map((route) => route.path)).toEqual([
      '/auth/invitations/inspect',
      '/auth/invitations/register',
      '/auth/login',
      '/auth/logout',
      '/auth/options',
      '/auth/password/reset',
      '/auth/password/reset-request',
      '/auth/refresh',
      '/auth/setup',
      '/auth/sign-up',
    ]);
    for (const route of all()) {
      if (route.access?.kind === 'public') continue;
      const answer = await ask(route, '', victim.projectId, ids);
      expect(answer).toEqual({ ...answer, status: 401 });
    }
  });

  it('answers in a foreign project as in one that does not exist, to users and to keys, and changes nothing', async () => {
    const before = await stateOf(victim);
    for (const token of [attacker.token, await api.aKey(attacker, ['enqueue', 'read', 'manage'])]) {
      for (const route of guarded()) {
        const foreign = await ask(route, token, victim.projectId, ids);
        expect(foreign).toEqual({ ...foreign, status: 404 });
        expect(foreign).toEqual(await ask(route, token, newId(), ids));
      }
    }
    expect(await stateOf(victim)).toEqual(before);
  });

  it('answers foreign ids in a project of one’s own as unknown ones, and changes nothing', async () => {
    const before = await stateOf(victim);
    const withIds = guarded().filter((route) =>
      parametersOf(route.path).some((name) => !['projectId', 'name'].includes(name)),
    );
    expect(withIds.length).toBeGreaterThan(10);
    for (const route of withIds) {
      const foreign = await ask(route, attacker.token, attacker.projectId, ids);
      expect(foreign).toEqual({ ...foreign, status: 404 });
      expect(foreign).toEqual(await ask(route, attacker.token, attacker.projectId, unknownIds()));
    }
    expect(await stateOf(victim)).toEqual(before);
  });

  it.each([
    ['POST /projects/:projectId/jobs', ({ queue }) => ({ queue, handler: 'noop', payload: {} })],
    ['POST /projects/:projectId/jobs/bulk', ({ queue }) => ({ jobs: [{ queue, handler: 'noop', payload: {} }] })],
    ['POST /projects/:projectId/jobs/cancel', ({ jobId }) => ({ ids: [jobId] })],
    ['POST /projects/:projectId/jobs/cancel', ({ queue }) => ({ filter: { queue } })],
    ['POST /projects/:projectId/jobs/retry', ({ jobId }) => ({ ids: [jobId] })],
    ['POST /projects/:projectId/dead-letters/replay', ({ deadLetterId }) => ({ ids: [deadLetterId] })],
    ['POST /projects/:projectId/dead-letters/replay', ({ queue }) => ({ filter: { queue } })],
    ['POST /projects/:projectId/dead-letters/discard', ({ deadLetterId }) => ({ ids: [deadLetterId] })],
    ['POST /projects/:projectId/dead-letters/discard', ({ queue }) => ({ filter: { queue } })],
    [
      'POST /projects/:projectId/schedules',
      ({ queue }) => ({ name: 'Foreign', cron: '0 3 * * *', queue, handler: 'noop', payload: {} }),
    ],
  ] as [string, (given: Readonly<Record<string, string>>) => unknown][])(
    'takes foreign ids in the body of %s for unknown ones, and changes nothing',
    async (name, bodyOf) => {
      const route = guarded().find((one) => `${one.method} ${one.path}` === name) as Route;
      expect(route).toBeDefined();
      const before = await stateOf(victim);
      const strangers = unknownIds();
      const send = (given: Readonly<Record<string, string>>) =>
        ask({ ...route, body: bodyOf(given) }, attacker.token, attacker.projectId, given);
      const [foreign, unknown] = [await send(ids), await send(strangers)];
      const withoutIds = (value: unknown): string =>
        [...Object.values(ids), ...Object.values(strangers)].reduce(
          (text, id) => text.replaceAll(id, 'id'),
          JSON.stringify(value),
        );
      expect(withoutIds(foreign)).toBe(withoutIds(unknown));
      expect(foreign.status).toBeLessThan(500);
      expect(await stateOf(victim)).toEqual(before);
      expect(withoutIds(foreign)).not.toContain('UNKNOWN_FIELD');
    },
  );

  it('shows nothing of another tenant in any list or answer', async () => {
    const reading = guarded().filter((route) => route.method === 'GET' && parametersOf(route.path).length === 1);
    const own = [victim.projectId, victim.organizationId, victim.userId, ...Object.values(ids)];
    expect(reading.length).toBeGreaterThan(8);
    for (const route of reading) {
      const { status, body } = await ask(route, attacker.token, attacker.projectId, {});
      expect({ route: route.path, status }).toEqual({ route: route.path, status: 200 });
      expect(own.filter((id) => id !== ids['name'] && JSON.stringify(body).includes(id))).toEqual([]);
    }
  });

  it('answers in a foreign organization as in one that does not exist, refuses every key, and changes nothing', async () => {
    const before = await organizationOf(victim);
    const key = await api.aKey(attacker, ['enqueue', 'read', 'manage']);
    expect(declaring('organization').length).toBeGreaterThan(10);
    for (const route of declaring('organization')) {
      const foreign = await ask(route, attacker.token, victim.projectId, ids);
      expect(foreign).toEqual({ ...foreign, status: 404 });
      expect(foreign).toEqual(await ask(route, attacker.token, victim.projectId, unknownIds()));
      const byKey = await ask(route, key, victim.projectId, ids);
      expect(byKey).toEqual({ ...byKey, status: 403 });
    }
    expect(await organizationOf(victim)).toEqual(before);
  });

  it('answers foreign ids in an organization or an account of one’s own as unknown ones, and changes nothing', async () => {
    const before = await organizationOf(victim);
    const withIds = [...declaring('organization'), ...declaring('user')].filter((route) =>
      parametersOf(route.path).some((name) => name !== 'organizationId'),
    );
    expect(withIds.length).toBeGreaterThan(3);
    for (const route of withIds) {
      const own = { organizationId: attacker.organizationId };
      const foreign = await ask(route, attacker.token, attacker.projectId, { ...ids, ...own });
      expect(foreign).toEqual({ ...foreign, status: 404 });
      expect(foreign).toEqual(await ask(route, attacker.token, attacker.projectId, { ...unknownIds(), ...own }));
    }
    expect(await organizationOf(victim)).toEqual(before);
  });

  it('shows nothing of another organization in lists of members, invitations, sessions or the audit log', async () => {
    const reading = [...declaring('organization'), ...declaring('user'), ...declaring('authenticated')].filter(
      (route) => route.method === 'GET' && parametersOf(route.path).every((name) => name === 'organizationId'),
    );
    const own = [victim.projectId, victim.organizationId, victim.userId, victim.email, ...Object.values(ids)];
    expect(reading.length).toBeGreaterThan(8);
    for (const route of reading) {
      const { organizationId } = attacker;
      const { status, body } = await ask(route, attacker.token, attacker.projectId, { organizationId });
      expect({ route: route.path, status }).toEqual({ route: route.path, status: 200 });
      expect(own.filter((id) => id !== ids['name'] && JSON.stringify(body).includes(id))).toEqual([]);
    }
  });

  it('opens the routes of operators to no owner of an organization and to no key', async () => {
    const before = await organizationOf(victim);
    const key = await api.aKey(attacker, ['enqueue', 'read', 'manage']);
    expect(declaring('operator').length).toBeGreaterThan(4);
    for (const route of declaring('operator')) {
      for (const token of [attacker.token, victim.token, key]) {
        const answer = await ask(route, token, victim.projectId, ids);
        expect(answer).toEqual({ ...answer, status: 403 });
      }
    }
    expect(await organizationOf(victim)).toEqual(before);
  });
});
