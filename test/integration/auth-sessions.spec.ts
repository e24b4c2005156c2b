import { createHmac } from 'node:crypto';
import { newId } from '../../src/kernel/ids.js';
import { AuditModule } from '../../src/modules/audit/index.js';
import { AuthModule } from '../../src/modules/auth/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TEST_PASSWORD, TEST_SECRETS, TestApi, type TestTenant } from '../support/test-api.js';
import { untilKnown } from '../support/until.js';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [AuditModule, AuthModule, TenancyModule]);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const logIn = (email: string, password: string) => api.call('POST', '/auth/login', { body: { email, password } });
const refresh = (refreshToken: string) => api.call('POST', '/auth/refresh', { body: { refreshToken } });
const me = (token: string) => api.call('GET', '/me', { token });
const isCut = (token: string) =>
  untilKnown(async () => (await me(token)).status === 401, 'the access token is refused');

/** A token as anybody could forge it who knows the form, and `secret`. */
function forge(header: object, payload: object, secret: string = TEST_SECRETS.JWT_SECRET, hash = 'sha256'): string {
  const parts = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${parts}.${createHmac(hash, secret).update(parts).digest('base64url')}`;
}

async function familyOf(tenant: TestTenant): Promise<{ id: string; counter: number; revoked_at: Date | null }> {
  const [row] = await database.sql<{ id: string; counter: number; revoked_at: Date | null }>(
    'SELECT id, counter, revoked_at FROM refresh_tokens WHERE user_id = $1',
    [tenant.userId],
  );
  return row as { id: string; counter: number; revoked_at: Date | null };
}

describe('sign-in', () => {
  it('answers with tokens that say who one is, whatever the case of the address', async () => {
    const tenant = await api.aTenant();
    const answer = await logIn(tenant.email.toUpperCase(), TEST_PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ tokenType: 'Bearer', expiresInSeconds: 900, refreshExpiresInSeconds: 604_800 });
    expect(answer.headers['cache-control']).toContain('no-store');
    const { body } = await me(answer.body.accessToken);
    expect(body).toEqual({
      apiKey: null,
      user: {
        id: tenant.userId,
        email: tenant.email,
        name: 'Test user',
        isOperator: false,
        memberships: [{ organizationId: tenant.organizationId, organizationName: 'Test organization', role: 'owner' }],
      },
    });
  });

  it('refuses a wrong password and an unknown account with the same answer', async () => {
    const tenant = await api.aTenant();
    const wrong = await logIn(tenant.email, `${TEST_PASSWORD}!`);
    const unknown = await logIn('nobody@example.com', TEST_PASSWORD);
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('Bearer');
      expect({ ...answer.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    }
  });

  it.each([
    ['a password of 1,025 bytes', { email: 'a@example.com', password: 'x'.repeat(1_025) }, '/password'],
    ['a password of 513 two-byte characters', { email: 'a@example.com', password: 'ä'.repeat(513) }, '/password'],
    ['no password', { email: 'a@example.com' }, '/password'],
    ['a password that is no text', { email: 'a@example.com', password: { $ne: '' } }, '/password'],
    ['an address that is no text', { email: ['a@example.com'], password: TEST_PASSWORD }, '/email'],
    ['an unknown field', { email: 'a@example.com', password: TEST_PASSWORD, role: 'owner' }, '/role'],
  ])('refuses %s, naming the field', async (_what, body, pointer) => {
    const answer = await api.call('POST', '/auth/login', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
  });

  it('refuses a body of megabytes before reading a password from it', async () => {
    const answer = await logIn('a@example.com', 'x'.repeat(5_000_000));
    expect(answer.status).toBe(413);
  });

  it('answers 503 with Retry-After, and soon, when more sign in at once than can be hashed', async () => {
    const busy = await TestApi.start(database, [AuditModule, AuthModule, TenancyModule], {
      env: { PASSWORD_HASH_CONCURRENCY: '1', PASSWORD_HASH_WAIT_MS: '50' },
    });
    const body = { email: 'nobody@example.com', password: TEST_PASSWORD };
    const answers = await Promise.all(Array.from({ length: 40 }, () => busy.call('POST', '/auth/login', { body })));
    const statuses = new Set(answers.map((answer) => answer.status));
    expect(statuses).toEqual(new Set([401, 503]));
    const refused = answers.find((answer) => answer.status === 503);
    expect(refused?.body.code).toBe('AUTH_BUSY');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await busy.close();
  });
});

describe('access tokens', () => {
  it('refuses every kind of forged token', async () => {
    const tenant = await api.aTenant();
    const family = await familyOf(tenant);
    const now = Math.floor(Date.now() / 1_000);
    const header = { alg: 'HS256', typ: 'at+jwt' };
    const claims = {
      sub: tenant.userId,
      sid: family.id,
      sv: 0,
      iss: 'rota',
      aud: 'rota-api',
      iat: now,
      nbf: now,
      exp: now + 900,
    };
    expect((await me(forge(header, claims))).status).toBe(200); // the forger knows the form: only the key is missing
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { exp: _exp, ...endless } = claims;
    const { iss: _iss, ...issuerless } = claims;
    const forgeries = {
      'alg none, without signature': `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`,
      'alg none, signed': forge({ alg: 'none', typ: 'at+jwt' }, claims),
      'another algorithm': forge({ alg: 'HS512', typ: 'at+jwt' }, claims, TEST_SECRETS.JWT_SECRET, 'sha512'),
      'an asymmetric algorithm': forge({ alg: 'RS256', typ: 'at+jwt' }, claims),
      'another key': forge(header, claims, 'somebody else, with 32 characters too'),
      'the refresh secret': forge(header, claims, TEST_SECRETS.JWT_REFRESH_SECRET),
      'a key in the header': forge({ ...header, jwk: { kty: 'oct', k: 'c2VjcmV0' } }, claims, 'secret'),
      'another audience': forge(header, { ...claims, aud: 'somewhere-else' }),
      'another issuer': forge(header, { ...claims, iss: 'somebody-else' }),
      'no issuer': forge(header, issuerless),
      'another type': forge({ alg: 'HS256', typ: 'JWT' }, claims),
      'no type': forge({ alg: 'HS256' }, claims),
      expired: forge(header, { ...claims, iat: now - 2_000, nbf: now - 2_000, exp: now - 1_100 }),
      'never expiring': forge(header, { ...endless, iat: now - 2_000 }),
      'living too long': forge(header, { ...claims, iat: now - 2_000, exp: now + 9_000 }),
      'not valid yet': forge(header, { ...claims, nbf: now + 120 }),
      'from the future': forge(header, { ...claims, iat: now + 120, nbf: now }),
      'another user': forge(header, { ...claims, sub: newId() }),
      'an unknown session': forge(header, { ...claims, sid: newId() }),
      'an old session version': forge(header, { ...claims, sv: -1 }),
      'a subject that is no id': forge(header, { ...claims, sub: "' OR 1=1 --" }),
      'a refresh token': tenant.refreshToken,
      'a token cut in the middle': tenant.token.slice(0, -10),
      'a very long token': `eyJ${'A'.repeat(10_000)}`,
      nothing: '',
    };
    for (const [kind, token] of Object.entries(forgeries)) {
      const answer = await me(token);
      expect({ kind, status: answer.status }).toEqual({ kind, status: 401 });
      expect(answer.headers['www-authenticate']).toContain('Bearer');
    }
  });

  it('lets clocks differ by seconds', async () => {
    const tenant = await api.aTenant();
    const family = await familyOf(tenant);
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      sub: tenant.userId,
      sid: family.id,
      sv: 0,
      iss: 'rota',
      aud: 'rota-api',
      iat: now + 10,
      nbf: now + 10,
      exp: now + 900,
    };
    expect((await me(forge({ alg: 'HS256', typ: 'at+jwt' }, claims))).status).toBe(200);
  });

  it('end within a second of the session version rising, and so do refresh tokens', async () => {
    const tenant = await api.aTenant();
    expect((await me(tenant.token)).status).toBe(200);
    await database.sql('UPDATE users SET session_version = session_version + 1 WHERE id = $1', [tenant.userId]);
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
    await isCut(tenant.token);
  });

  it.each([['Basic dXNlcjpwYXNz'], ['Bearer'], ['Bearer a b'], ['token'], ['']])(
    'are not taken from "%s"',
    async (authorization) => {
      expect((await api.call('GET', '/me', { headers: { authorization } })).status).toBe(401);
    },
  );
});

describe('refresh', () => {
  it('gives 20 parallel callers one and the same successor, and the user stays signed in', async () => {
    const tenant = await api.aTenant();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tenant.refreshToken)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.refreshToken)).size).toBe(1);
    const [first] = answers;
    expect(await familyOf(tenant)).toMatchObject({ counter: 1, revoked_at: null });
    expect((await me(first?.body.accessToken)).status).toBe(200);
    expect((await refresh(first?.body.refreshToken)).status).toBe(200);
  });

  it('keeps one chain over many rounds of racing callers', async () => {
    const tenant = await api.aTenant();
    let token = tenant.refreshToken;
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
      const next = new Set(answers.map((answer) => answer.body.refreshToken));
      expect(next.size).toBe(1);
      token = [...next][0];
      expect((await familyOf(tenant)).counter).toBe(round);
    }
  });

  it('cuts the whole family when a token is used again after the grace, and the audit log says so', async () => {
    const tenant = await api.aTenant();
    const successor = (await refresh(tenant.refreshToken)).body;
    await database.sql(`UPDATE refresh_tokens SET rotated_at = now() - interval '16 s' WHERE user_id = $1`, [
      tenant.userId,
    ]);
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
    expect((await refresh(successor.refreshToken)).status).toBe(401);
    await isCut(successor.accessToken);
    const entries = await database.sql(
      `SELECT actor_kind, target_id, before, after, reason FROM audit_log WHERE action = 'session.revoked' AND target_id = $1`,
      [tenant.userId],
    );
    const family = await familyOf(tenant);
    expect(entries).toEqual([
      {
        actor_kind: 'system',
        target_id: tenant.userId,
        before: null,
        after: { sessionId: family.id },
        reason: 'a refresh token was used a second time',
      },
    ]);
  });

  it('takes a token from two rounds ago for stolen, even within the grace', async () => {
    const tenant = await api.aTenant();
    const second = (await refresh(tenant.refreshToken)).body.refreshToken;
    const third = (await refresh(second)).body.refreshToken;
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
  });

  it('refuses expired, forged and foreign tokens, without harm to the session', async () => {
    const tenant = await api.aTenant();
    const flipped = tenant.refreshToken[40] === 'A' ? 'B' : 'A';
    const forged = tenant.refreshToken.slice(0, 40) + flipped + tenant.refreshToken.slice(41);
    for (const token of [forged, tenant.token, '', 'rota_rt_', `rota_rt_${'A'.repeat(70)}`]) {
      expect((await refresh(token)).status).toBe(401);
    }
    expect((await familyOf(tenant)).revoked_at).toBeNull();
    await database.sql(`UPDATE refresh_tokens SET expires_at = now() - interval '1 s' WHERE user_id = $1`, [
      tenant.userId,
    ]);
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
  });

  it('keeps no token in the database', async () => {
    const tenant = await api.aTenant();
    const dump = await database.sql<{ row: string }>('SELECT t::text AS row FROM refresh_tokens t WHERE user_id = $1', [
      tenant.userId,
    ]);
    expect(dump).toHaveLength(1);
    expect(dump[0]?.row).not.toContain(tenant.refreshToken);
    expect(dump[0]?.row).not.toContain(Buffer.from(tenant.refreshToken).toString('hex'));
  });
});

describe('sign-out', () => {
  it('ends the refresh token at once and the access token within a second, and may be repeated', async () => {
    const tenant = await api.aTenant();
    expect((await me(tenant.token)).status).toBe(200);
    const logOut = () => api.call('POST', '/auth/logout', { body: { refreshToken: tenant.refreshToken } });
    expect((await logOut()).status).toBe(204);
    expect((await logOut()).status).toBe(204);
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
    await isCut(tenant.token);
  });

  it('leaves the other sessions of the user alone', async () => {
    const tenant = await api.aTenant();
    const other = (await logIn(tenant.email, TEST_PASSWORD)).body;
    await api.call('POST', '/auth/logout', { body: { refreshToken: tenant.refreshToken } });
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });
});
