import { Module } from '@nestjs/common';
import { AuditModule } from '../../src/modules/audit/index.js';
import { type AccountMail, AccountMailer, AccountMails, AuthModule } from '../../src/modules/auth/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TEST_PASSWORD, TestApi, type TestTenant } from '../support/test-api.js';
import { untilKnown } from '../support/until.js';

const MODULES = [AuditModule, AuthModule, TenancyModule];
const NEW_PASSWORD = 'another horse battery staple';

class Outbox extends AccountMailer {
  readonly mails: AccountMail[] = [];

  send(mail: AccountMail): Promise<void> {
    this.mails.push(mail);
    return Promise.resolve();
  }
}
const outbox = new Outbox();

@Module({})
class OutboxModule {}
const MAIL = {
  module: OutboxModule,
  global: true,
  providers: [{ provide: AccountMailer, useValue: outbox }],
  exports: [AccountMailer],
};

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.start(database, [MAIL, ...MODULES]);
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const post = (path: string, body: unknown, token?: string) =>
  api.call('POST', path, { body, ...(token === undefined ? {} : { token }) });
const logIn = (email: string, password = TEST_PASSWORD) => post('/auth/login', { email, password });
const status = async (token: string) => (await api.call('GET', '/me', { token })).status;
const refresh = (refreshToken: string) => post('/auth/refresh', { refreshToken });
const isCut = (token: string) => untilKnown(async () => (await status(token)) === 401, 'the access token is refused');
const actionsOf = async (tenant: TestTenant) =>
  (
    await database.sql<{ action: string }>('SELECT action FROM audit_log WHERE target_id = $1 ORDER BY id', [
      tenant.userId,
    ])
  ).map(({ action }) => action);

const statusesOf = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((one, other) => one - other);

/** The token of the link in the last mail to somebody. */
async function mailedToken(to: string): Promise<string> {
  await api.app.get(AccountMails, { strict: false }).settled();
  const mail = outbox.mails.findLast((one) => one.to === to);
  return /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
}

describe('sessions', () => {
  it('are listed to their user with where they come from, and the one that asks is marked', async () => {
    const tenant = await api.aTenant();
    await api.call('POST', '/auth/login', {
      body: { email: tenant.email, password: TEST_PASSWORD },
      headers: { 'user-agent': 'Phone' },
    });
    const { body } = await api.call('GET', '/auth/sessions', { token: tenant.token });
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ userAgent: 'Phone', ip: '127.0.0.1', isCurrent: false });
    expect(body.data[1]).toMatchObject({ isCurrent: true });
    expect(JSON.stringify(body)).not.toMatch(/token|hash/i);
    const first = await api.call('GET', '/auth/sessions?limit=1', { token: tenant.token });
    const second = await api.call('GET', `/auth/sessions?limit=1&cursor=${first.body.page.nextCursor}`, {
      token: tenant.token,
    });
    expect([...first.body.data, ...second.body.data]).toEqual(body.data);
  });

  it('are ended one by one, at once in this process, and only by their own user', async () => {
    const [tenant, stranger] = [await api.aTenant(), await api.aTenant()];
    const other = (await logIn(tenant.email)).body;
    const { body } = await api.call('GET', '/auth/sessions', { token: tenant.token });
    const id = body.data.find((session: { isCurrent: boolean }) => !session.isCurrent).id;
    const end = (token: string) => api.call('DELETE', `/auth/sessions/${id}`, { token });
    expect((await end(stranger.token)).status).toBe(404);
    expect(await status(other.accessToken)).toBe(200);
    expect((await end(tenant.token)).status).toBe(204);
    expect([await status(other.accessToken), (await refresh(other.refreshToken)).status]).toEqual([401, 401]);
    expect((await end(tenant.token)).status).toBe(404);
    expect(await status(tenant.token)).toBe(200);
    expect(await actionsOf(tenant)).toEqual(['session.revoked']);
  });

  it('all end by signing out everywhere, in other processes within a second', async () => {
    const elsewhere = await TestApi.start(database, MODULES);
    const tenant = await api.aTenant();
    const other = (await logIn(tenant.email)).body;
    expect((await elsewhere.call('GET', '/me', { token: other.accessToken })).status).toBe(200);
    expect((await api.call('DELETE', '/auth/sessions', { token: tenant.token })).status).toBe(204);
    for (const token of [tenant.token, other.accessToken]) expect(await status(token)).toBe(401);
    for (const token of [tenant.refreshToken, other.refreshToken]) expect((await refresh(token)).status).toBe(401);
    await untilKnown(
      async () => (await elsewhere.call('GET', '/me', { token: other.accessToken })).status === 401,
      'the other process knows',
    );
    await elsewhere.close();
    expect(await actionsOf(tenant)).toEqual(['session.all_revoked']);
  });

  it('are no affair of API keys', async () => {
    const key = await api.aKey(await api.aTenant(), ['read', 'manage']);
    expect((await api.call('GET', '/auth/sessions', { token: key })).body.code).toBe('USER_REQUIRED');
  });
});

describe('a password', () => {
  const change = (tenant: TestTenant, currentPassword: string, newPassword: string) =>
    post('/auth/password', { currentPassword, newPassword }, tenant.token);

  it('is changed by who knows it: every session ends but the one that the answer opens', async () => {
    const tenant = await api.aTenant();
    const other = (await logIn(tenant.email)).body;
    const answer = await change(tenant, TEST_PASSWORD, NEW_PASSWORD);
    expect(answer.status).toBe(200);
    for (const token of [tenant.refreshToken, other.refreshToken]) expect((await refresh(token)).status).toBe(401);
    for (const token of [tenant.token, other.accessToken]) await isCut(token);
    expect(await status(answer.body.accessToken)).toBe(200);
    expect((await refresh(answer.body.refreshToken)).status).toBe(200);
    expect([(await logIn(tenant.email)).status, (await logIn(tenant.email, NEW_PASSWORD)).status]).toEqual([401, 200]);
    expect(await actionsOf(tenant)).toEqual(['password.changed']);
  });

  it.each([
    ['the wrong present one', 'wrong password', NEW_PASSWORD, '/currentPassword'],
    ['one of 11 bytes', TEST_PASSWORD, 'x'.repeat(11), '/newPassword'],
    ['one of 1,025 bytes', TEST_PASSWORD, 'x'.repeat(1_025), '/newPassword'],
  ])('is not changed with %s, and no session ends', async (_what, current, next, pointer) => {
    const tenant = await api.aTenant();
    const answer = await change(tenant, current, next);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
    expect((await refresh(tenant.refreshToken)).status).toBe(200);
  });

  it('that is forgotten is set anew by a link in a mail, once; every session ends', async () => {
    const tenant = await api.aTenant();
    expect((await post('/auth/password/reset-request', { email: tenant.email.toUpperCase() })).status).toBe(202);
    const token = await mailedToken(tenant.email);
    const reset = () => post('/auth/password/reset', { token, password: NEW_PASSWORD });
    const answers = await Promise.all([reset(), reset(), reset(), reset()]);
    expect(statusesOf(answers)).toEqual([204, 422, 422, 422]);
    expect((await refresh(tenant.refreshToken)).status).toBe(401);
    await isCut(tenant.token);
    expect((await logIn(tenant.email, NEW_PASSWORD)).status).toBe(200);
    expect(await actionsOf(tenant)).toEqual(['password.reset']);
  });

  it('link ends with its time, and with a change of the password', async () => {
    const tenant = await api.aTenant();
    const ask = async (): Promise<string> => {
      await post('/auth/password/reset-request', { email: tenant.email });
      return mailedToken(tenant.email);
    };
    const use = async (token: string) =>
      (await post('/auth/password/reset', { token, password: NEW_PASSWORD })).body.code;
    const late = await ask();
    await database.sql(`UPDATE password_resets SET expires_at = now() WHERE user_id = $1`, [tenant.userId]);
    expect(await use(late)).toBe('RESET_LINK_INVALID');
    const early = await ask();
    await change(tenant, TEST_PASSWORD, 'changed in the meantime');
    expect(await use(early)).toBe('RESET_LINK_INVALID');
    const rows = await database.sql<{ row: string }>('SELECT t::text AS row FROM password_resets t');
    expect(rows.map(({ row }) => row).join()).not.toContain(early);
  });

  it('request answers the same for an account that does not exist, and sends nothing', async () => {
    const tenant = await api.aTenant();
    const sent = outbox.mails.length;
    const [known, unknown] = [
      await post('/auth/password/reset-request', { email: tenant.email }),
      await post('/auth/password/reset-request', { email: 'nobody@example.com' }),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await mailedToken(tenant.email);
    expect(outbox.mails.length).toBe(sent + 1);
  });

  it('request is refused, for everybody alike, where there is no mail server', async () => {
    const mute = await TestApi.start(database, MODULES);
    const tenant = await mute.aTenant();
    for (const email of [tenant.email, 'nobody@example.com']) {
      const answer = await mute.call('POST', '/auth/password/reset-request', { body: { email } });
      expect([answer.status, answer.body.code]).toEqual([409, 'PASSWORD_RESET_UNAVAILABLE']);
    }
    expect((await mute.call('GET', '/auth/options')).body.hasPasswordReset).toBe(false);
    expect((await api.call('GET', '/auth/options')).body.hasPasswordReset).toBe(true);
    await mute.close();
  });
});

describe('an invitation', () => {
  const invite = (tenant: TestTenant, email: string, role = 'member') =>
    post(`/organizations/${tenant.organizationId}/invitations`, { email, role }, tenant.token);

  it('makes an account and a membership with the link that its mail holds, once', async () => {
    const owner = await api.aTenant();
    const created = await invite(owner, 'Grace@example.com');
    expect([created.status, created.body.isMailed]).toEqual([201, true]);
    const token = await mailedToken('Grace@example.com');
    expect(token).toBe(created.body.token);
    expect((await post('/auth/invitations/inspect', { token })).body).toEqual({
      organizationName: 'Test organization',
      email: 'Grace@example.com',
      role: 'member',
      expiresAt: created.body.expiresAt,
      isRegistered: false,
    });
    const register = () => post('/auth/invitations/register', { token, name: 'Grace', password: NEW_PASSWORD });
    const answers = await Promise.all([register(), register(), register()]);
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    const me = await api.call('GET', '/me', { token: answers.find((one) => one.status === 201)?.body.accessToken });
    expect(me.body.user).toMatchObject({
      email: 'Grace@example.com',
      isOperator: false,
      memberships: [{ organizationId: owner.organizationId, role: 'member' }],
    });
    expect((await register()).body.code).toBe('INVITATION_INVALID');
    expect((await logIn('grace@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  it('is accepted by its user, who then belongs to several organizations, and by nobody else', async () => {
    const [owner, guest, stranger] = [await api.aTenant(), await api.aTenant(), await api.aTenant()];
    const { token } = (await invite(owner, guest.email, 'viewer')).body;
    expect((await post('/auth/invitations/inspect', { token })).body.isRegistered).toBe(true);
    const accept = (who: TestTenant) => post('/auth/invitations/accept', { token }, who.token);
    expect((await accept(stranger)).body.code).toBe('INVITATION_OF_ANOTHER');
    expect((await accept(guest)).status).toBe(204);
    expect((await accept(guest)).body.code).toBe('INVITATION_INVALID');
    const { body } = await api.call('GET', '/organizations', { token: guest.token });
    expect(body.data.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [guest.organizationId, 'owner'],
      [owner.organizationId, 'viewer'],
    ]);
    expect((await api.call('GET', `/projects/${owner.projectId}`, { token: guest.token })).status).toBe(200);
  });

  it('is listed until it is accepted, replaced by a newer one, and dead when revoked or late', async () => {
    const owner = await api.aTenant();
    const path = `/organizations/${owner.organizationId}/invitations`;
    const inspect = async (token: string) => (await post('/auth/invitations/inspect', { token })).status;
    const first = (await invite(owner, 'a@example.com')).body;
    const second = (await invite(owner, 'A@example.com', 'admin')).body;
    expect([await inspect(first.token), await inspect(second.token)]).toEqual([422, 200]);
    const listed = await api.call('GET', path, { token: owner.token });
    expect(listed.body.data).toMatchObject([{ id: second.id, role: 'admin', invitedBy: owner.userId }]);
    expect(JSON.stringify(listed.body)).not.toContain('token');
    expect((await api.call('DELETE', `${path}/${second.id}`, { token: owner.token })).status).toBe(204);
    expect(await inspect(second.token)).toBe(422);
    const late = (await invite(owner, 'b@example.com')).body;
    await database.sql('UPDATE invitations SET expires_at = now() WHERE id = $1', [late.id]);
    expect(await inspect(late.token)).toBe(422);
    expect((await api.call('GET', path, { token: owner.token })).body.data).toEqual([]);
    const rows = await database.sql<{ row: string }>('SELECT t::text AS row FROM invitations t');
    expect(rows.map(({ row }) => row).join()).not.toContain(late.token);
  });

  it('is not made for a member, nor by who is no owner', async () => {
    const owner = await api.aTenant();
    const admin = await api.aTenant({ ...owner, role: 'admin' });
    expect((await invite(owner, admin.email)).body.code).toBe('ALREADY_MEMBER');
    expect((await invite(admin, 'c@example.com')).status).toBe(403);
    expect((await invite(owner, 'no address')).body.errors[0].pointer).toBe('/email');
    expect((await invite(owner, 'd@example.com', 'king')).body.errors[0].pointer).toBe('/role');
  });
});

describe('sign-up', () => {
  const PERSON = { email: 'new@example.com', name: 'New', password: NEW_PASSWORD, organizationName: 'New Inc.' };

  it('is closed unless SIGNUP=open, and then makes a user with an organization of their own', async () => {
    expect((await post('/auth/sign-up', PERSON)).body.code).toBe('SIGNUP_CLOSED');
    const open = await TestApi.start(database, MODULES, { env: { SIGNUP: 'open' } });
    const { status: code, body } = await open.call('POST', '/auth/sign-up', { body: PERSON });
    expect(code).toBe(201);
    const me = await open.call('GET', '/me', { token: body.accessToken });
    expect(me.body.user).toMatchObject({
      email: PERSON.email,
      isOperator: false,
      memberships: [{ organizationName: 'New Inc.', role: 'owner' }],
    });
    expect((await open.call('POST', '/auth/sign-up', { body: PERSON })).body.code).toBe('EMAIL_TAKEN');
    const another = await open.call('POST', '/organizations', { token: body.accessToken, body: { name: 'Second' } });
    expect([another.status, another.headers['etag']]).toEqual([201, '"1"']);
    await open.close();
  });

  it('a closed installation takes no word else from its environment', async () => {
    await expect(TestApi.start(database, MODULES, { env: { SIGNUP: 'everybody' } })).rejects.toThrow('SIGNUP');
  });
});

describe('the setup link', () => {
  it('makes the owner and operator of an empty installation, once, and is dead afterwards', async () => {
    const empty = await createTestDatabase();
    const fresh = await TestApi.start(empty, MODULES);
    expect((await fresh.call('GET', '/auth/options')).body.isSetupOpen).toBe(true);
    const { createHmac } = await import('node:crypto');
    const { TEST_SECRETS } = await import('../support/test-api.js');
    const token = createHmac('sha256', TEST_SECRETS.JWT_REFRESH_SECRET).update('rota setup link v1').digest('hex');
    const owner = { email: 'first@example.com', name: 'First', password: NEW_PASSWORD, organizationName: 'First Inc.' };
    const setUp = (body: object) => fresh.call('POST', '/auth/setup', { body });
    expect((await setUp({ ...owner, token: 'guess' })).body.code).toBe('SETUP_LINK_INVALID');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => setUp({ ...owner, email: `first${index}@example.com`, token })),
    );
    expect(statusesOf(answers)).toEqual([201, 422, 422, 422, 422]);
    expect(await empty.sql('SELECT is_operator FROM users')).toEqual([{ is_operator: true }]);
    expect((await fresh.call('GET', '/auth/options')).body.isSetupOpen).toBe(false);
    expect((await setUp({ ...owner, token })).status).toBe(422);
    await fresh.close();
    await empty.close();
  });
});
