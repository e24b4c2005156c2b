import { AuditModule } from '../../src/modules/audit/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestApi, type TestTenant } from '../support/test-api.js';
import { until, untilKnown } from '../support/until.js';

let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [AuditModule, TenancyModule]);
  tenant = await api.aTenant();
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const keysPath = () => `/projects/${tenant.projectId}/api-keys`;
const create = (body: unknown) => api.call('POST', keysPath(), { token: tenant.token, body });
const me = (token: string) => api.call('GET', '/me', { token });
const isCut = (token: string) => untilKnown(async () => (await me(token)).status === 401, 'the key is refused');

describe('API keys', () => {
  it('are shown once, kept as a hash, and open their own project', async () => {
    const { status, body } = await create({ name: 'Order service', scopes: ['read'] });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^rota_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/);
    expect(body).toMatchObject({
      name: 'Order service',
      scopes: ['read'],
      createdBy: tenant.userId,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect((await me(body.token)).body).toEqual({
      user: null,
      apiKey: { id: body.id, projectId: tenant.projectId, scopes: ['read'] },
    });
    expect((await api.call('GET', `/projects/${tenant.projectId}`, { token: body.token })).body.id).toBe(
      tenant.projectId,
    );
    const listed = await api.call('GET', keysPath(), { token: tenant.token });
    expect(JSON.stringify(listed.body)).not.toContain(body.token.slice(14));
    expect(listed.body.data[0]).toMatchObject({ id: body.id, prefix: body.token.slice(5, 13) });
    const secret = body.token.split('_').slice(2).join('_');
    for (const table of ['api_keys', 'audit_log']) {
      const rows = await database.sql<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret);
    }
  });

  it('stop at once in the process that revoked them, and within a second elsewhere', async () => {
    const elsewhere = await TestApi.start(database, [AuditModule, TenancyModule]);
    const { id, token } = (await create({ name: 'Revoked', scopes: ['read'] })).body;
    expect([(await me(token)).status, (await elsewhere.call('GET', '/me', { token })).status]).toEqual([200, 200]);
    expect((await api.call('DELETE', `${keysPath()}/${id}`, { token: tenant.token })).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    await untilKnown(
      async () => (await elsewhere.call('GET', '/me', { token })).status === 401,
      'the key is refused elsewhere',
    );
    expect((await api.call('DELETE', `${keysPath()}/${id}`, { token: tenant.token })).status).toBe(204);
    await elsewhere.close();
  });

  it('stop when they expire, and when their project is deleted', async () => {
    const expiring = (
      await create({ name: 'Expiring', scopes: ['read'], expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    ).body;
    expect((await me(expiring.token)).status).toBe(200);
    await database.sql(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [expiring.id]);
    await isCut(expiring.token);
    const other = await api.aTenant();
    const token = await api.aKey(other, ['read']);
    expect((await me(token)).status).toBe(200);
    await api.call('DELETE', `/projects/${other.projectId}`, { token: other.token });
    await isCut(token);
  });

  it('write when they were last used, at most once a minute', async () => {
    const { id, token } = (await create({ name: 'Used', scopes: ['read'] })).body;
    const lastUsedAt = async () =>
      (await database.sql<{ at: Date | null }>('SELECT last_used_at AS at FROM api_keys WHERE id = $1', [id]))[0]?.at;
    await me(token);
    const first = await until(lastUsedAt, 'the use is written');
    const writes = async () =>
      (await database.sql<{ n: string }>(`SELECT xmin::text AS n FROM api_keys WHERE id = $1`, [id]))[0]?.n;
    const version = await writes();
    const startMs = performance.now();
    await until(
      async () => (await me(token)).status === 200 && performance.now() - startMs > 1_200,
      'more than one look-up',
    );
    expect([await lastUsedAt(), await writes()]).toEqual([first, version]);
    await database.sql(`UPDATE api_keys SET last_used_at = now() - interval '61 s' WHERE id = $1`, [id]);
    await until(async () => {
      await me(token);
      const now = await lastUsedAt();
      return now && now >= first;
    }, 'the next use is written');
  });

  it.each([
    ['no scope', { name: 'x', scopes: [] }, '/scopes'],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }, '/scopes'],
    ['a scope twice', { name: 'x', scopes: ['read', 'read'] }, '/scopes'],
    ['scopes that are no list', { name: 'x', scopes: 'read' }, '/scopes'],
    ['null for scopes', { name: 'x', scopes: null }, '/scopes'],
    ['no name', { scopes: ['read'] }, '/name'],
    ['a blank name', { name: '   ', scopes: ['read'] }, '/name'],
    ['a name with a line break', { name: 'a\n{"level":60}', scopes: ['read'] }, '/name'],
    ['a name of 201 characters', { name: 'ä'.repeat(201), scopes: ['read'] }, '/name'],
    ['an expiry in the past', { name: 'x', scopes: ['read'], expiresAt: '2026-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry in a far century', { name: 'x', scopes: ['read'], expiresAt: '9999-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry that is no day', { name: 'x', scopes: ['read'], expiresAt: '2027-02-30T00:00:00Z' }, '/expiresAt'],
    ['an expiry as a number', { name: 'x', scopes: ['read'], expiresAt: 1_800_000_000 }, '/expiresAt'],
    ['an unknown field', { name: 'x', scopes: ['read'], projectId: 'x' }, '/projectId'],
  ])('are not created with %s', async (_what, body, pointer) => {
    const count = async () => (await database.sql<{ n: number }>('SELECT count(*) AS n FROM api_keys'))[0]?.n;
    const before = await count();
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer.split('/', 2).join('/'))).toContain(
      pointer,
    );
    expect(await count()).toBe(before);
  });

  it('are listed page by page, each once', async () => {
    const other = await api.aTenant();
    for (let index = 0; index < 5; index += 1) await api.aKey(other, ['read']);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/projects/${other.projectId}/api-keys?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await api.call('GET', path, { token: other.token });
      seen.push(...body.data.map((key: { id: string }) => key.id));
      cursor = body.page.nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('never reach keys, secrets, members or the audit log, whatever their scopes', async () => {
    const token = await api.aKey(tenant, ['enqueue', 'read', 'manage', 'worker']);
    const project = `/projects/${tenant.projectId}`;
    for (const [method, path] of [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['GET', '/audit-log'],
      ['GET', '/secrets'],
      ['PUT', '/secrets/crm.token'],
      ['POST', '/secrets/webhook.signing/rotate'],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status } = await api.call(method, project + path, { token, body });
      expect({ method, path, status }).toEqual({ method, path, status: 403 });
    }
    expect(
      (
        await api.call('POST', '/projects', {
          token,
          body: { organizationId: tenant.organizationId, name: 'Sneaked in' },
        })
      ).status,
    ).toBe(403);
  });
});

describe('rotation', () => {
  const rotate = (id: string, body?: unknown) =>
    api.call('POST', `${keysPath()}/${id}/rotate`, { token: tenant.token, ...(body === undefined ? {} : { body }) });

  it('gives a successor with the same name and scopes, and both work during the overlap', async () => {
    const old = (await create({ name: 'Rotated', scopes: ['read', 'enqueue'] })).body;
    const { status, body } = await rotate(old.id, { overlapSeconds: 3_600 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Rotated', scopes: ['read', 'enqueue'], expiresAt: null });
    expect(body.token).not.toBe(old.token);
    expect([(await me(old.token)).status, (await me(body.token)).status]).toEqual([200, 200]);
    const [row] = await database.sql<{ seconds: string }>(
      'SELECT extract(epoch FROM expires_at - now()) AS seconds FROM api_keys WHERE id = $1',
      [old.id],
    );
    expect(Number(row?.seconds)).toBeGreaterThan(3_500);
    await database.sql('UPDATE api_keys SET expires_at = now() WHERE id = $1', [old.id]);
    await isCut(old.token);
    expect((await me(body.token)).status).toBe(200);
    const entries = await database.sql(
      `SELECT after FROM audit_log WHERE action = 'api_key.rotated' AND target_id = $1`,
      [old.id],
    );
    expect(entries).toMatchObject([{ after: { successorId: body.id } }]);
  });

  it('without overlap ends the old key at once', async () => {
    const old = (await create({ name: 'At once', scopes: ['read'] })).body;
    await me(old.token);
    const { body } = await rotate(old.id, { overlapSeconds: 0 });
    expect([(await me(old.token)).status, (await me(body.token)).status]).toEqual([401, 200]);
  });

  it('lets no key live longer than it was made for', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const old = (await create({ name: 'Short', scopes: ['read'], expiresAt })).body;
    expect((await rotate(old.id)).body.expiresAt).toBe(expiresAt);
    const [row] = await database.sql<{ at: Date }>('SELECT expires_at AS at FROM api_keys WHERE id = $1', [old.id]);
    expect(row?.at.toISOString()).toBe(expiresAt);
  });

  it('is refused for a key that has ended, and for an overlap beyond 30 days', async () => {
    const old = (await create({ name: 'Ended', scopes: ['read'] })).body;
    for (const overlapSeconds of [-1, 2_592_001, 1.5, null]) {
      expect((await rotate(old.id, { overlapSeconds })).body.errors[0].pointer).toBe('/overlapSeconds');
    }
    await api.call('DELETE', `${keysPath()}/${old.id}`, { token: tenant.token });
    expect((await rotate(old.id)).body.code).toBe('API_KEY_ENDED');
  });
});
