import { newId } from '../../src/kernel/ids.js';
import { DeadLettersModule } from '../../src/modules/dead-letters/index.js';
import { JobsModule } from '../../src/modules/jobs/index.js';
import { SchedulesModule } from '../../src/modules/schedules/index.js';
import { Factories } from '../support/factories.js';
import { type Route, routesOf } from '../support/routes.js';
import { anApiWith } from '../support/schedules-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import type { TestApi, TestTenant } from '../support/test-api.js';

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
};

beforeAll(async () => {
  database = await createTestDatabase();
  api = await anApiWith(database, [JobsModule, DeadLettersModule, SchedulesModule]);
  [victim, attacker] = [await api.aTenant(), await api.aTenant()];
  ids = await furnish(victim);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

/** Something of each kind in a tenant's project, to be guessed by another; by the name of its path parameter. */
async function furnish({ projectId, organizationId, token }: TestTenant): Promise<Record<string, string>> {
  const make = new Factories(database);
  const queue = await make.aQueue({ project: { id: projectId, organizationId }, name: 'emails' });
  const job = await make.aScheduledJob({ queue });
  const letter = await make.aDeadLetter({ queue });
  const create = async (path: string, body: unknown) =>
    (await api.call('POST', `/projects/${projectId}${path}`, { token, body })).body.id as string;
  await api.call('PUT', `/projects/${projectId}/secrets/crm.token`, { token, body: { value: 'a value' } });
  return {
    queue: queue.id,
    jobId: job.id,
    deadLetterId: letter.deadLetterId,
    keyId: await create('/api-keys', { name: 'Key', scopes: ['read'] }),
    name: 'crm.token',
    scheduleId: await create('/schedules', {
      name: 'Nightly',
      cron: '0 3 * * *',
      queue: 'emails',
      handler: 'noop',
      payload: {},
    }),
  };
}

const guarded = (): Route[] => routesOf(api.app).filter((route) => route.access?.kind === 'permission');
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
    const names = new Set(guarded().flatMap((route) => parametersOf(route.path)));
    names.delete('projectId');
    expect([...names].filter((name) => ids[name] === undefined)).toEqual([]);
  });

  it('gives every route a declaration, and the project in its path if it asks for a permission', () => {
    const routes = routesOf(api.app);
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
    expect(guarded().filter((route) => !route.path.startsWith('/projects/:projectId'))).toEqual([]);
    const declared = routes.map((route) => `${route.method} /api/v1${route.path}`);
    const registered = api.registered.filter((route) => !/^(HEAD|OPTIONS) |\/docs\//.test(route));
    expect([...new Set(registered)].sort()).toEqual([...new Set(declared)].sort());
  });

  it('asks for credentials on every route but those of signing in', async () => {
    const open = routesOf(api.app).filter((route) => route.access?.kind === 'public');
    expect(open.map((route) => route.path)).toEqual(['/auth/login', '/auth/logout', '/auth/refresh']);
    for (const route of routesOf(api.app)) {
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
    for (const route of reading) {
      const { status, body } = await ask(route, attacker.token, attacker.projectId, {});
      expect({ route: route.path, status }).toEqual({ route: route.path, status: 200 });
      expect(own.filter((id) => id !== ids['name'] && JSON.stringify(body).includes(id))).toEqual([]);
    }
  });
});
