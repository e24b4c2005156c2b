import { AuditModule } from '../../src/modules/audit/index.js';
import { AuthModule } from '../../src/modules/auth/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { type Answer, TEST_PASSWORD, TestApi, type TestTenant } from '../support/test-api.js';

const MODULES = [AuditModule, AuthModule, TenancyModule];
const LIMITED = { AUTH_FAILURE_LIMIT: '5' };

let database: TestDatabase;
let unlimited: TestApi;
let proxied: TestApi;
let other: TestApi;
let octet = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  unlimited = await TestApi.start(database, MODULES);
  // Two api processes behind one proxy: each test comes from addresses of its own.
  proxied = await TestApi.start(database, MODULES, { env: LIMITED, http: { trustedProxyHops: 1 } });
  other = await TestApi.start(database, MODULES, { env: LIMITED, http: { trustedProxyHops: 1 } });
});

afterAll(async () => {
  await Promise.all([unlimited?.close(), proxied?.close(), other?.close()]);
  await database?.close();
});

const anAddress = (): string => `203.0.113.${(octet += 1)}`;
const logIn = (api: TestApi, email: string, password: string, ip: string): Promise<Answer> =>
  api.call('POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': ip } });
const statusesOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('failed sign-ins', () => {
  it('are refused after five of one address, whatever the accounts, with the fields that say when to come back', async () => {
    const ip = anAddress();
    const tenant = await unlimited.aTenant();
    const startedAtMs = performance.now();
    for (let index = 0; index < 5; index += 1) {
      expect((await logIn(proxied, `nobody${index}@example.com`, 'wrong password', ip)).status).toBe(401);
    }
    const refused = await logIn(proxied, tenant.email, TEST_PASSWORD, ip);
    expect([refused.status, refused.body.code]).toEqual([429, 'AUTH_RATE_LIMITED']);
    // Of the window, what has not passed since the first.
    const leastSeconds = Math.floor(900 - (performance.now() - startedAtMs) / 1_000);
    const [, resetSeconds] = /^"auth-failures";r=0;t=(\d+)$/.exec(String(refused.headers['ratelimit'])) ?? [];
    for (const seconds of [Number(refused.headers['retry-after']), Number(resetSeconds)]) {
      expect(seconds).toBeGreaterThanOrEqual(leastSeconds);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    expect(refused.headers['ratelimit-policy']).toBe('"auth-failures";q=5;w=900');
    expect((await logIn(other, tenant.email, TEST_PASSWORD, ip)).status).toBe(429);
    expect((await logIn(other, tenant.email, TEST_PASSWORD, anAddress())).status).toBe(200);
  });

  it('are refused after five of one account, whatever the addresses, over all api processes', async () => {
    const tenant = await unlimited.aTenant();
    for (let index = 0; index < 5; index += 1) {
      const api = index % 2 === 0 ? proxied : other;
      expect((await logIn(api, tenant.email, 'wrong password', anAddress())).status).toBe(401);
    }
    for (const api of [proxied, other]) {
      expect((await logIn(api, tenant.email.toUpperCase(), TEST_PASSWORD, anAddress())).status).toBe(429);
    }
  });

  it('do not get past the limit by guessing at once: 60 parallel guesses over two processes are five', async () => {
    const [tenant, ip] = [await unlimited.aTenant(), anAddress()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => logIn(index % 2 ? proxied : other, tenant.email, `guess ${index}`, ip)),
    );
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 55 });
  });

  it('cannot be had anew with another X-Forwarded-For: only the address that the trusted proxy saw counts', async () => {
    const ip = anAddress();
    const answers: Answer[] = [];
    for (let index = 0; index < 200; index += 1) {
      answers.push(await logIn(proxied, `n${index}@example.com`, 'wrong password', `198.51.100.${index}, ${ip}`));
    }
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 195 });
  });

  it('are counted by the address of the socket where no proxy is trusted', async () => {
    const direct = await TestApi.start(database, MODULES, { env: LIMITED });
    const answers: Answer[] = [];
    for (let index = 0; index < 20; index += 1) {
      answers.push(await logIn(direct, `d${index}@example.com`, 'wrong password', `198.51.100.${index}`));
    }
    await direct.close();
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 15 });
  });

  it('count an IPv6 network as one client', async () => {
    const answers: Answer[] = [];
    for (let index = 1; index <= 7; index += 1) {
      answers.push(await logIn(proxied, `v${index}@example.com`, 'wrong password', `2001:db8:7:7::${index}`));
    }
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 2 });
  });

  it('are forgotten when the window has passed', async () => {
    const [tenant, ip] = [await unlimited.aTenant(), anAddress()];
    for (let index = 0; index < 5; index += 1) await logIn(proxied, tenant.email, 'wrong password', ip);
    await database.sql(
      `UPDATE auth_attempts SET attempted_at = attempted_at - interval '15 minutes' WHERE failed_at IS NOT NULL`,
    );
    expect((await logIn(other, tenant.email, TEST_PASSWORD, ip)).status).toBe(200);
  });
});

describe('what does not count', () => {
  it('a right password, however often and in parallel', async () => {
    const [tenant, ip] = [await unlimited.aTenant(), anAddress()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => logIn(index % 2 ? proxied : other, tenant.email, TEST_PASSWORD, ip)),
    );
    expect(statusesOf(answers)).toEqual({ 200: 30 });
    const rows = await database.sql('SELECT 1 FROM auth_attempts WHERE subject = $1', [`ip:${ip}`]);
    expect(rows).toEqual([]);
  });

  it('a refresh, also with a bad token', async () => {
    const [tenant, ip] = [await unlimited.aTenant(), anAddress()];
    const headers = { 'x-forwarded-for': ip };
    for (let index = 0; index < 20; index += 1) {
      await proxied.call('POST', '/auth/refresh', { body: { refreshToken: 'bad' }, headers });
    }
    expect((await logIn(proxied, tenant.email, TEST_PASSWORD, ip)).status).toBe(200);
  });

  it('but an attempt whose process died does', async () => {
    const [tenant, ip] = [await unlimited.aTenant(), anAddress()];
    await database.sql(
      `INSERT INTO auth_attempts (id, subject, attempted_at) SELECT gen_random_uuid(), $1, now() - interval '2 minutes' FROM generate_series(1, 5)`,
      [`ip:${ip}`],
    );
    expect((await logIn(proxied, tenant.email, TEST_PASSWORD, ip)).status).toBe(429);
  });
});

describe('other secrets', () => {
  const change = (api: TestApi, tenant: TestTenant, currentPassword: string, ip: string) =>
    api.call('POST', '/auth/password', {
      token: tenant.token,
      body: { currentPassword, newPassword: 'another horse battery staple' },
      headers: { 'x-forwarded-for': ip },
    });

  it('the current password cannot be guessed with a stolen access token', async () => {
    const tenant = await unlimited.aTenant();
    for (let index = 0; index < 5; index += 1) {
      expect((await change(proxied, tenant, `guess ${index}`, anAddress())).status).toBe(422);
    }
    expect((await change(other, tenant, TEST_PASSWORD, anAddress())).status).toBe(429);
  });

  it.each([
    ['/auth/invitations/inspect', {}],
    ['/auth/invitations/register', { name: 'Ada', password: TEST_PASSWORD }],
    ['/auth/password/reset', { password: TEST_PASSWORD }],
  ])('links cannot be guessed at %s', async (path, more) => {
    const headers = { 'x-forwarded-for': anAddress() };
    const answers: Answer[] = [];
    for (let index = 0; index < 8; index += 1) {
      answers.push(await proxied.call('POST', path, { body: { token: `guess ${index}`, ...more }, headers }));
    }
    expect(statusesOf(answers)).toEqual({ 422: 5, 429: 3 });
  });

  it('what people type is kept nowhere: subjects are hashes', async () => {
    await logIn(proxied, 'hunter2', 'wrong password', anAddress());
    const rows = await database.sql<{ row: string }>('SELECT t::text AS row FROM auth_attempts t');
    expect(rows.map(({ row }) => row).join('\n')).not.toContain('hunter2');
  });
});

describe('open sign-up', () => {
  it('makes five accounts of one address in a window over all api processes, refused tries included, and no more', async () => {
    const env = { ...LIMITED, SIGNUP: 'open' };
    const start = () => TestApi.start(database, MODULES, { env, http: { trustedProxyHops: 1 } });
    const [one, two] = [await start(), await start()];
    const signUp = (api: TestApi, name: string, ip: string): Promise<Answer> =>
      api.call('POST', '/auth/sign-up', {
        body: { email: `${name}@sign-up.example.com`, name, password: TEST_PASSWORD, organizationName: name },
        headers: { 'x-forwarded-for': ip },
      });
    const ip = anAddress();
    const answers = [await signUp(one, 'first', ip), await signUp(two, 'first', ip)];
    const racing = Array.from({ length: 10 }, (_, index) => signUp(index % 2 ? one : two, `racer${index}`, ip));
    answers.push(...(await Promise.all(racing)));
    expect(statusesOf(answers)).toEqual({ 201: 4, 409: 1, 429: 7 });
    expect((await signUp(one, 'elsewhere', anAddress())).status).toBe(201);
    await Promise.all([one.close(), two.close()]);
  });
});
