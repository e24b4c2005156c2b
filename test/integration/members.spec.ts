import { AuditModule } from '../../src/modules/audit/index.js';
import { AuthModule } from '../../src/modules/auth/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';
import { untilKnown } from '../support/until.js';

const MODULES = [AuditModule, AuthModule, TenancyModule];

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, MODULES);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const organization = (tenant: TestTenant) => `/organizations/${tenant.organizationId}`;
const setRole = (by: TestTenant, of: TestTenant, role: string) =>
  api.call('PATCH', `${organization(by)}/members/${of.userId}`, { token: by.token, body: { role } });
const remove = (by: TestTenant, of: TestTenant) =>
  api.call('DELETE', `${organization(by)}/members/${of.userId}`, { token: by.token });
const leave = (who: TestTenant) => api.call('POST', `${organization(who)}/leave`, { token: who.token });
const ownersOf = async (tenant: TestTenant) =>
  (
    await database.sql(`SELECT 1 FROM memberships WHERE organization_id = $1 AND role = 'owner'`, [
      tenant.organizationId,
    ])
  ).length;

describe('organizations', () => {
  it('are renamed by their owners under If-Match, and read by all members', async () => {
    const owner = await api.aTenant();
    const admin = await api.aTenant({ ...owner, role: 'admin' });
    const read = await api.call('GET', organization(owner), { token: admin.token });
    expect([read.status, read.headers['etag']]).toEqual([200, '"1"']);
    const rename = (token: string, ifMatch: string) =>
      api.call('PATCH', organization(owner), { token, body: { name: 'Renamed' }, headers: { 'if-match': ifMatch } });
    expect((await rename(admin.token, '"1"')).status).toBe(403);
    expect((await rename(owner.token, '"7"')).status).toBe(412);
    const renamed = await rename(owner.token, '"1"');
    expect([renamed.status, renamed.headers['etag'], renamed.body.name]).toEqual([200, '"2"', 'Renamed']);
  });

  it('are renamed once by callers who race with one version', async () => {
    const { organizationId, token } = await api.aTenant();
    const headers = { 'if-match': '"1"' };
    const racing = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      api.call('PATCH', `/organizations/${organizationId}`, { token, body: { name }, headers }),
    );
    const statuses = (await Promise.all(racing)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('are not made by everybody where sign-up is by invitation, but by operators', async () => {
    const tenant = await api.aTenant();
    const create = () => api.call('POST', '/organizations', { token: tenant.token, body: { name: 'Mine' } });
    expect((await create()).body.code).toBe('ORGANIZATION_CREATION_CLOSED');
    await database.sql('UPDATE users SET is_operator = true WHERE id = $1', [tenant.userId]);
    await untilKnown(async () => (await create()).status === 201, 'the operator may');
  });

  it('are deleted when they have no project any more; what was done there stays on record', async () => {
    const owner = await api.aTenant();
    const destroy = () => api.call('DELETE', organization(owner), { token: owner.token });
    expect((await destroy()).body.code).toBe('ORGANIZATION_NOT_EMPTY');
    await database.sql('DELETE FROM projects WHERE organization_id = $1', [owner.organizationId]);
    expect((await destroy()).status).toBe(204);
    expect((await destroy()).status).toBe(404);
    const entries = await database.sql('SELECT action, before FROM audit_log WHERE organization_id = $1', [
      owner.organizationId,
    ]);
    expect(entries).toEqual([{ action: 'organization.deleted', before: { name: 'Test organization' } }]);
  });
});

describe('members', () => {
  it('are listed to each other, paged', async () => {
    const owner = await api.aTenant();
    const viewer = await api.aTenant({ ...owner, role: 'viewer' });
    const list = async (query = '') =>
      (await api.call('GET', `${organization(owner)}/members${query}`, { token: viewer.token })).body;
    const { data } = await list();
    expect(data.map(({ userId, role }: { userId: string; role: string }) => [userId, role])).toEqual([
      [viewer.userId, 'viewer'],
      [owner.userId, 'owner'],
    ]);
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.page.nextCursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
  });

  it('change their role with the next request, in other processes within a second, whatever their token says', async () => {
    const elsewhere = await TestApi.start(database, MODULES);
    const owner = await api.aTenant();
    const admin = await api.aTenant({ ...owner, role: 'admin' });
    const secrets = (at: TestApi) => at.call('GET', `/projects/${owner.projectId}/secrets`, { token: admin.token });
    expect([(await secrets(api)).status, (await secrets(elsewhere)).status]).toEqual([200, 200]);
    const changed = await setRole(owner, admin, 'viewer');
    expect([changed.status, changed.body.role]).toEqual([200, 'viewer']);
    expect((await secrets(api)).status).toBe(403);
    await untilKnown(async () => (await secrets(elsewhere)).status === 403, 'the other process knows');
    await elsewhere.close();
  });

  it('who are removed are out with the next request, and their sessions end', async () => {
    const owner = await api.aTenant();
    const member = await api.aTenant({ ...owner, role: 'member' });
    const key = await api.aKey(owner, ['read']);
    expect((await remove(owner, member)).status).toBe(204);
    expect((await api.call('GET', `/projects/${owner.projectId}`, { token: member.token })).status).toBe(401);
    expect((await api.call('POST', '/auth/refresh', { body: { refreshToken: member.refreshToken } })).status).toBe(401);
    expect((await api.call('GET', `/projects/${owner.projectId}`, { token: key })).status).toBe(200);
    expect((await remove(owner, member)).status).toBe(404);
  });

  it('who leave keep their session and lose the organization', async () => {
    const owner = await api.aTenant();
    const member = await api.aTenant({ ...owner, role: 'member' });
    expect((await leave(member)).status).toBe(204);
    expect((await api.call('GET', organization(owner), { token: member.token })).status).toBe(404);
    expect((await api.call('GET', '/organizations', { token: member.token })).body.data).toEqual([]);
  });

  it('are managed by owners only', async () => {
    const owner = await api.aTenant();
    const admin = await api.aTenant({ ...owner, role: 'admin' });
    expect((await setRole(admin, admin, 'owner')).status).toBe(403);
    expect((await remove(admin, owner)).status).toBe(403);
  });

  it('every change is on record with who, what and before', async () => {
    const owner = await api.aTenant();
    const member = await api.aTenant({ ...owner, role: 'member' });
    await setRole(owner, member, 'admin');
    await remove(owner, member);
    const { body } = await api.call('GET', `${organization(owner)}/audit-log`, { token: owner.token });
    expect(body.data).toMatchObject([
      { action: 'member.removed', targetId: member.userId, before: { role: 'admin', email: member.email } },
      {
        action: 'member.role_changed',
        actor: { id: owner.userId },
        before: { role: 'member' },
        after: { role: 'admin' },
      },
    ]);
  });
});

describe('the last owner', () => {
  it('cannot leave, be removed or be demoted; with a second one, the first may go', async () => {
    const owner = await api.aTenant();
    for (const answer of [await leave(owner), await remove(owner, owner), await setRole(owner, owner, 'admin')]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'LAST_OWNER']);
    }
    const second = await api.aTenant({ ...owner, role: 'admin' });
    expect((await setRole(owner, second, 'owner')).status).toBe(200);
    expect((await leave(owner)).status).toBe(204);
    expect((await leave(second)).status).toBe(409);
  });

  it('stays when all owners go at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await api.aTenant();
      const owners = [first, ...(await Promise.all(Array.from({ length: 3 }, () => api.aTenant({ ...first }))))];
      const answers = await Promise.all(
        owners.map((owner, index) => (index % 2 ? leave(owner) : setRole(owner, owner, 'viewer'))),
      );
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1);
      expect(await ownersOf(first)).toBe(1);
    }
  });
});

describe('the table of permissions', () => {
  it('is answered as data, to users and keys', async () => {
    const tenant = await api.aTenant();
    for (const token of [tenant.token, await api.aKey(tenant, ['read'])]) {
      const { body } = await api.call('GET', '/permissions', { token });
      expect(body.roles.map(({ role }: { role: string }) => role)).toEqual(['viewer', 'member', 'admin', 'owner']);
      expect(body.roles[3].permissions).toContain('members:manage');
      expect(body.scopes.find(({ scope }: { scope: string }) => scope === 'enqueue').permissions).toEqual([
        'jobs:enqueue',
      ]);
    }
  });
});
