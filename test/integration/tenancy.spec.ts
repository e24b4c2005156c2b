import { Controller, Get, Module } from '@nestjs/common';
import { newId } from '../../src/kernel/ids.js';
import { AuditModule } from '../../src/modules/audit/index.js';
import { QueuesModule } from '../../src/modules/queues/index.js';
import { ProjectSecretsStore, TenancyModule } from '../../src/modules/tenancy/index.js';
import { EncryptionConfig } from '../../src/platform/config/index.js';
import { routesOf } from '../support/routes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TEST_SECRETS, TestApi } from '../support/test-api.js';
import { untilKnown } from '../support/until.js';

@Controller('undeclared')
class UndeclaredController {
  @Get()
  read(): string {
    return 'nobody said who may see this';
  }
}

@Module({ controllers: [UndeclaredController] })
class UndeclaredModule {}

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

describe('the access guard', () => {
  it('refuses a route that declares nothing, whoever asks', async () => {
    const careless = await TestApi.start(database, [AuditModule, TenancyModule, UndeclaredModule]);
    const { token } = await careless.aTenant();
    expect(routesOf(careless.app).find((route) => route.access === undefined)?.path).toBe('/undeclared');
    expect((await careless.call('GET', '/undeclared')).status).toBe(403);
    expect((await careless.call('GET', '/undeclared', { token })).status).toBe(403);
    await careless.close();
  });

  it('lets each role do what the table says, and answers 403 for the rest', async () => {
    const owner = await api.aTenant();
    const member = (role: 'admin' | 'member' | 'viewer') => api.aTenant({ ...owner, role });
    const [admin, plain, viewer] = await Promise.all([member('admin'), member('member'), member('viewer')]);
    const project = `/projects/${owner.projectId}`;
    const statusOf = async (token: string, method: string, path: string, body?: unknown) =>
      (await api.call(method, project + path, { token, body })).status;
    for (const { token } of [owner, admin, plain, viewer]) {
      expect(await statusOf(token, 'GET', '')).toBe(200);
      expect(await statusOf(token, 'GET', '/queues')).toBe(200);
      expect(await statusOf(token, 'GET', '/audit-log')).toBe(200);
    }
    for (const { token } of [plain, viewer]) {
      expect(await statusOf(token, 'POST', '/queues', { name: 'forbidden' })).toBe(403);
      expect(await statusOf(token, 'POST', '/api-keys', { name: 'x', scopes: ['read'] })).toBe(403);
      expect(await statusOf(token, 'GET', '/secrets')).toBe(403);
      expect(await statusOf(token, 'DELETE', '')).toBe(403);
    }
    expect(await statusOf(admin.token, 'POST', '/queues', { name: 'allowed' })).toBe(201);
  });

  it('reads the role per request: a demotion and a removal count within a second', async () => {
    const owner = await api.aTenant();
    const admin = await api.aTenant({ ...owner, role: 'admin' });
    const path = `/projects/${owner.projectId}/secrets`;
    const status = async () => (await api.call('GET', path, { token: admin.token })).status;
    expect(await status()).toBe(200);
    await database.sql(`UPDATE memberships SET role = 'member' WHERE user_id = $1`, [admin.userId]);
    await untilKnown(async () => (await status()) === 403, 'the demotion counts');
    await database.sql('DELETE FROM memberships WHERE user_id = $1', [admin.userId]);
    await untilKnown(async () => (await status()) === 404, 'the removal counts');
  });

  it.each(['not-an-id', '00000000-0000-0000-0000-000000000000', "' OR 1=1", '%00', 'x'.repeat(400)])(
    'answers 404 or 422 for the project "%s"',
    async (id) => {
      const { token } = await api.aTenant();
      expect([400, 404, 422]).toContain(
        (await api.call('GET', `/projects/${encodeURIComponent(id)}/queues`, { token })).status,
      );
    },
  );
});

describe('projects', () => {
  it('are created in an organization by its admins, seen by its members, renamed under If-Match', async () => {
    const tenant = await api.aTenant();
    const { organizationId, token } = tenant;
    const created = await api.call('POST', '/projects', { token, body: { organizationId, name: 'Web shop' } });
    expect(created.status).toBe(201);
    expect(created.headers['etag']).toBe('"1"');
    const path = `/projects/${created.body.id}`;
    expect(
      (await api.call('PATCH', path, { token, body: { name: 'Shop' }, headers: { 'if-match': '"7"' } })).status,
    ).toBe(412);
    const renamed = await api.call('PATCH', path, { token, body: { name: 'Shop' }, headers: { 'if-match': '"1"' } });
    expect([renamed.status, renamed.headers['etag'], renamed.body.name]).toEqual([200, '"2"', 'Shop']);
    const viewer = await api.aTenant({ ...tenant, role: 'viewer' });
    const listed = await api.call('GET', '/projects', { token: viewer.token });
    expect(listed.body.data.map((project: { name: string }) => project.name)).toEqual(['Shop', 'Test project']);
    expect((await api.call('GET', `/projects?organizationId=${newId()}`, { token })).body.data).toEqual([]);
  });

  it('are renamed once by callers who race with one version', async () => {
    const { projectId, token } = await api.aTenant();
    const headers = { 'if-match': '"1"' };
    const racing = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      api.call('PATCH', `/projects/${projectId}`, { token, body: { name }, headers }),
    );
    const statuses = (await Promise.all(racing)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('are not created in an organization of others, which looks like one that does not exist', async () => {
    const [tenant, other] = [await api.aTenant(), await api.aTenant()];
    const ask = (organizationId: string) =>
      api.call('POST', '/projects', {
        token: tenant.token,
        body: { organizationId, name: 'Mine' },
        headers: { 'x-request-id': 'same' },
      });
    const foreign = await ask(other.organizationId);
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([422, '/organizationId']);
    expect(foreign.body).toEqual((await ask(newId())).body);
    const viewer = await api.aTenant({ ...tenant, role: 'viewer' });
    const body = { organizationId: tenant.organizationId, name: 'Not allowed' };
    expect((await api.call('POST', '/projects', { token: viewer.token, body })).status).toBe(403);
  });

  it('have a name of their own in an organization, also when two are created at once', async () => {
    const { organizationId, token } = await api.aTenant();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.call('POST', '/projects', { token, body: { organizationId, name: 'Twin' } })),
    );
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.errors[0].pointer).toBe('/name');
    const created = await api.call('POST', '/projects', { token, body: { organizationId, name: 'Other' } });
    expect((await api.call('PATCH', `/projects/${created.body.id}`, { token, body: { name: 'Twin' } })).status).toBe(
      409,
    );
  });

  it('are gone at once when deleted, with their queues, and their name is free', async () => {
    const { organizationId, projectId, token } = await api.aTenant();
    await api.call('POST', `/projects/${projectId}/queues`, { token, body: { name: 'emails' } });
    expect((await api.call('DELETE', `/projects/${projectId}`, { token })).status).toBe(204);
    expect((await api.call('GET', `/projects/${projectId}`, { token })).status).toBe(404);
    expect((await api.call('GET', `/projects/${projectId}/queues`, { token })).status).toBe(404);
    expect((await api.call('GET', `/projects/${projectId}/audit-log`, { token })).status).toBe(404);
    expect((await api.call('GET', '/projects', { token })).body.data).toEqual([]);
    const [queue] = await database.sql('SELECT deleted_at, paused_at FROM queues WHERE project_id = $1', [projectId]);
    expect(queue).toEqual({ deleted_at: expect.any(Date), paused_at: expect.any(Date) });
    expect(
      (await api.call('POST', '/projects', { token, body: { organizationId, name: 'Test project' } })).status,
    ).toBe(201);
  });

  it.each([
    ['no name', {}, '/name'],
    ['null for a name', { name: null }, '/name'],
    ['a number for a name', { name: 7 }, '/name'],
    ['a name with control characters', { name: 'a\u0007' }, '/name'],
    ['an organization that is no id', { name: 'x', organizationId: 'x' }, '/organizationId'],
    ['a field that is not theirs to set', { name: 'x', enqueueLimitPerMinute: 1_000_000 }, '/enqueueLimitPerMinute'],
  ])('are not created with %s', async (_what, given, pointer) => {
    const { organizationId, token } = await api.aTenant();
    const answer = await api.call('POST', '/projects', { token, body: { organizationId, ...given } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    expect((await api.call('GET', '/projects', { token })).body.data).toHaveLength(1);
  });

  it('organizations are listed to their members only', async () => {
    const [tenant, other] = [await api.aTenant(), await api.aTenant()];
    const { body } = await api.call('GET', '/organizations', { token: tenant.token });
    expect(body.data).toEqual([
      { id: tenant.organizationId, name: 'Test organization', role: 'owner', createdAt: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain(other.organizationId);
  });
});

describe('project secrets', () => {
  const secretsOf = () => api.app.get(ProjectSecretsStore);

  it('are written, listed by name and deleted, but never read over the interface', async () => {
    const { projectId, token } = await api.aTenant();
    const path = `/projects/${projectId}/secrets`;
    const value = 'Bearer planted-secret-value';
    expect((await api.call('PUT', `${path}/crm.token`, { token, body: { value } })).status).toBe(204);
    expect(await secretsOf().reveal(projectId, 'crm.token')).toBe(value);
    expect((await api.call('PUT', `${path}/crm.token`, { token, body: { value: `${value} 2` } })).status).toBe(204);
    expect(await secretsOf().reveal(projectId, 'crm.token')).toBe(`${value} 2`);
    const listed = await api.call('GET', path, { token });
    expect(listed.body.data).toEqual([{ name: 'crm.token', createdAt: expect.any(String) }]);
    for (const table of ['project_secrets', 'audit_log']) {
      const rows = await database.sql<{ row: string }>(
        `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS row FROM ${table} t`,
      );
      expect(rows.map(({ row }) => row).join('\n')).not.toContain('planted-secret-value');
    }
    expect((await api.call('DELETE', `${path}/crm.token`, { token })).status).toBe(204);
    expect((await api.call('DELETE', `${path}/crm.token`, { token })).status).toBe(404);
    expect(await secretsOf().reveal(projectId, 'crm.token')).toBeNull();
  });

  it('belong to one project', async () => {
    const [one, other] = [await api.aTenant(), await api.aTenant()];
    await api.call('PUT', `/projects/${one.projectId}/secrets/crm.token`, {
      token: one.token,
      body: { value: 'of one' },
    });
    expect(await secretsOf().reveal(other.projectId, 'crm.token')).toBeNull();
  });

  it('sign webhooks with a key that is made at first need, the same for all who ask at once', async () => {
    const { projectId } = await api.aTenant();
    const others = Array.from({ length: 5 }, () => new ProjectSecretsStore(database.app, config()));
    const keys = await Promise.all([secretsOf(), ...others].map((store) => store.signingSecrets(projectId)));
    expect(keys.map((found) => found.length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(new Set(keys.map(([key]) => key?.toString('hex'))).size).toBe(1);
    expect(keys[0]?.[0]).toHaveLength(32);
    expect(await secretsOf().signingSecrets(newId())).toEqual([]);
  });

  it('go on signing with the old key beside the new one after a rotation, and end it afterwards', async () => {
    const { projectId, token } = await api.aTenant();
    const [old] = await secretsOf().signingSecrets(projectId);
    const rotated = await api.call('POST', `/projects/${projectId}/secrets/webhook.signing/rotate`, { token });
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const current = Buffer.from(rotated.body.secret.slice(6), 'base64');
    expect(await secretsOf().signingSecrets(projectId)).toEqual([current, old]);
    await database.sql(
      'UPDATE project_secrets SET retires_at = now() WHERE project_id = $1 AND retires_at IS NOT NULL',
      [projectId],
    );
    expect(await new ProjectSecretsStore(database.app, config()).signingSecrets(projectId)).toEqual([current]);
  });

  it('leave one current signing key when rotations race', async () => {
    const { projectId, token } = await api.aTenant();
    const path = `/projects/${projectId}/secrets/webhook.signing/rotate`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.call('POST', path, { token })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(await secretsOf().signingSecrets(projectId)).toHaveLength(2);
  });

  it('never give the signing key to a handler or take one from a caller', async () => {
    const { projectId, token } = await api.aTenant();
    await secretsOf().signingSecrets(projectId);
    expect(await secretsOf().reveal(projectId, 'webhook.signing')).toBeNull();
    const path = `/projects/${projectId}/secrets/webhook.signing`;
    expect((await api.call('PUT', path, { token, body: { value: 'mine' } })).status).toBe(409);
    expect((await api.call('DELETE', path, { token })).status).toBe(409);
  });

  it.each([
    ['an empty value', 'crm.token', { value: '' }, '/value'],
    ['a value of 8,193 bytes', 'crm.token', { value: 'x'.repeat(8_193) }, '/value'],
    ['no value', 'crm.token', {}, '/value'],
    ['a value that is no text', 'crm.token', { value: 7 }, '/value'],
    ['a name that begins with a digit', '1st', { value: 'x' }, '/path/name'],
    ['a name of 65 characters', 'n'.repeat(65), { value: 'x' }, '/path/name'],
    ['a name with a space', 'a b', { value: 'x' }, '/path/name'],
  ])('are not set with %s', async (_what, name, body, pointer) => {
    const { projectId, token } = await api.aTenant();
    const answer = await api.call('PUT', `/projects/${projectId}/secrets/${encodeURIComponent(name)}`, { token, body });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
    expect((await api.call('GET', `/projects/${projectId}/secrets`, { token })).body.data).toEqual([]);
  });
});

function config(): EncryptionConfig {
  return Object.assign(new EncryptionConfig(), { secretsKey: TEST_SECRETS.SECRETS_KEY });
}

function statuses(answers: readonly { readonly status: number }[]): number[] {
  return answers.map((answer) => answer.status).sort((one, other) => one - other);
}
