import { once } from 'node:events';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { hash } from 'argon2';
import { newId } from '../../src/kernel/ids.js';
import { mintApiKey } from '../../src/modules/auth/api-key.js';
import { RoleProcess } from '../support/role-process.js';
import { Scrape } from '../support/scrape.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Several processes are started one after the other, on a machine that may be busy. */
jest.setTimeout(240_000);

let database: TestDatabase;
const ids = { organization: newId(), project: newId(), queue: newId(), user: newId() };
const email = 'planted-person@example.com';
const password = 'planted-password-of-the-person';
const key = mintApiKey();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql(`INSERT INTO organizations (id, name) VALUES ($1, 'Faults')`, [ids.organization]);
  await database.sql(`INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, 'Faults')`, [
    ids.project,
    ids.organization,
  ]);
  await database.sql(`INSERT INTO queues (id, project_id, name, max_attempts) VALUES ($1, $2, 'emails', 1)`, [
    ids.queue,
    ids.project,
  ]);
  await database.sql(`INSERT INTO users (id, email, name, password_hash) VALUES ($1, $2, 'Person', $3)`, [
    ids.user,
    email,
    await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  await database.sql(`INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'owner')`, [
    ids.organization,
    ids.user,
  ]);
  await database.sql(
    `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes) VALUES ($1, $2, 'Key', $3, $4, '{enqueue,read,manage}')`,
    [newId(), ids.project, key.prefix, key.hash],
  );
});

const started: RoleProcess[] = [];

/** A process that a failed expectation leaves behind would keep the whole run from ending. */
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (running) => (running.hasEnded ? undefined : running.kill())));
});
afterAll(() => database?.close());

async function start(...of: Parameters<typeof RoleProcess.start>): Promise<RoleProcess> {
  const running = await RoleProcess.start(...of);
  started.push(running);
  return running;
}

async function residentBytes(api: RoleProcess): Promise<number> {
  const response = await fetch(`${api.operationsUrl}/metrics`);
  const bytes = new Scrape(await response.text()).value('process_resident_memory_bytes');
  expect(bytes).toBeGreaterThan(0);
  return bytes;
}

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function send(api: RoleProcess, path: string, { method = 'POST', token, body, headers }: Sent = {}) {
  const response = await fetch(`${api.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string> };
}

const enqueue = (api: RoleProcess, idempotencyKey: string, payload: object = {}) =>
  send(api, `/projects/${ids.project}/jobs`, {
    token: key.token,
    body: { queue: 'emails', handler: 'noop', payload },
    headers: { 'idempotency-key': idempotencyKey },
  });
const jobsOf = async (idempotencyKey: string) =>
  (
    await database.sql('SELECT job_id FROM idempotency_keys WHERE queue_id = $1 AND key = $2', [
      ids.queue,
      idempotencyKey,
    ])
  ).length;

describe('an api that is killed', () => {
  it('in the middle of an enqueue leaves no key behind that is taken for ever: the same request makes one job', async () => {
    const dying = await start('api', database);
    const answered = database.app.transaction(async (session) => {
      // Another transaction holds the key, so that the request is under way in the database when its process dies.
      await session.query(
        `INSERT INTO idempotency_keys (queue_id, key, request_hash, job_id) VALUES ($1, 'wedged', '\\x00', $2)`,
        [ids.queue, newId()],
      );
      const lost = Array.from({ length: 50 }, () => enqueue(dying, 'wedged').catch(() => 'lost'));
      await until(
        async () =>
          (
            await database.sql(
              `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).length > 0,
        'an enqueue waits for the key',
      );
      await dying.kill();
      expect(new Set(await Promise.all(lost))).toEqual(new Set(['lost']));
      throw new Error('rolled back');
    });
    await expect(answered).rejects.toThrow('rolled back');
    const next = await start('api', database);
    const startedAtMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => enqueue(next, 'wedged')));
    expect(performance.now() - startedAtMs).toBeLessThan(60_000);
    expect(answers.map(({ status }) => status).filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(await jobsOf('wedged')).toBe(1);
    await next.stop();
  });

  it('at any moment of 50 parallel enqueues leaves one job or none, and the next api goes on from there', async () => {
    for (const afterAnswers of [0, 1, 10]) {
      const idempotencyKey = `killed-after-${afterAnswers}`;
      const dying = await start('api', database);
      let answers = 0;
      const racing = Array.from({ length: 50 }, () =>
        enqueue(dying, idempotencyKey).then(
          () => (answers += 1),
          () => undefined,
        ),
      );
      await until(() => answers >= afterAnswers, 'so many have their answer');
      await dying.kill();
      await Promise.all(racing);
      expect(await jobsOf(idempotencyKey)).toBeLessThanOrEqual(1);
      const next = await start('api', database);
      const again = await enqueue(next, idempotencyKey);
      expect([200, 201]).toContain(again.status);
      expect((await enqueue(next, idempotencyKey, { other: 1 })).status).toBe(422);
      expect(await jobsOf(idempotencyKey)).toBe(1);
      await next.stop();
    }
  });
});

describe('a flood of sign-ins', () => {
  it('does not keep probes from their answers, beside a thousand idle connections too, and costs bounded memory', async () => {
    const api = await start('api', database, { AUTH_FAILURE_LIMIT: '0' });
    const memoryBefore = await residentBytes(api);
    const idle = Array.from({ length: 1_000 }, () => connect(Number(new URL(api.url).port), '127.0.0.1'));
    for (const socket of idle) socket.on('error', () => undefined); // the api may close them, as it closes all that say nothing
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const flooding = { pending: 200 };
    const flood = Array.from({ length: 200 }, async (_, index) => {
      const big = index % 10 === 0 ? 'x'.repeat(5_000_000) : 'x'.repeat(1_024);
      const { status } = await send(api, '/auth/login', {
        body: { email: `n${index}@example.com`, password: big },
      }).catch(() => ({ status: 413 }));
      flooding.pending -= 1;
      return status;
    });
    let probesDuringFlood = 0;
    while (flooding.pending > 20) {
      const response = await fetch(`${api.url}/livez`);
      expect(response.status).toBe(200);
      await response.text();
      if (flooding.pending > 20) probesDuringFlood += 1;
    }
    const statuses = new Set(await Promise.all(flood));
    expect([...statuses].filter((status) => ![401, 413, 503].includes(status))).toEqual([]);
    expect(probesDuringFlood).toBeGreaterThan(20);
    // Two hundred hashes side by side would take 4 GB, the bodies of megabytes another 100 MB.
    expect((await residentBytes(api)) - memoryBefore).toBeLessThan(300_000_000);
    for (const socket of idle) socket.destroy();
    await api.stop();
  });
});

describe('the first start', () => {
  it('prints the link by which the owner gets in, and never again once there is one', async () => {
    const empty = await createTestDatabase();
    const first = await start('api', empty);
    const link = await until(
      () => first.lines().find((line) => typeof line['setupLink'] === 'string')?.['setupLink'] as string | undefined,
      'the link is printed',
    );
    const [, token] = /^http:\/\/localhost:5173\/setup#token=([0-9a-f]{64})$/.exec(link) ?? [];
    const owner = { email: 'first@example.com', name: 'First', password, organizationName: 'First' };
    expect((await send(first, '/auth/setup', { body: { ...owner, token } })).status).toBe(201);
    await first.stop();
    const second = await start('api', empty);
    expect((await send(second, '/auth/options', { method: 'GET' })).body['isSetupOpen']).toBe(false);
    await second.stop();
    expect(second.log()).not.toContain('setup#');
    await empty.close();
  });
});

describe('logs', () => {
  it('hold none of the secrets that went through an api and a worker at its most talkative level', async () => {
    const api = await start('api', database, { LOG_LEVEL: 'trace', SIGNUP: 'open' });
    const worker = await start('worker', database, { LOG_LEVEL: 'trace' });
    const planted = ['planted-'];
    const project = `/projects/${ids.project}`;

    await send(api, '/auth/login', { body: { email, password: 'planted-wrong-password' } });
    await send(api, '/auth/login', { body: '{"email":"planted-broken@example.com","password":"planted-broken' });
    await send(api, '/auth/login', { body: { email, password: ['planted-array'] } });
    await send(api, '/auth/login?password=planted-in-query', { body: { email, password, extra: 'planted-extra' } });
    const session = (await send(api, '/auth/login', { body: { email, password } })).body;
    planted.push(session['accessToken'] as string, session['refreshToken'] as string);
    const renewed = (await send(api, '/auth/refresh', { body: { refreshToken: session['refreshToken'] } })).body;
    const token = renewed['accessToken'] as string;
    planted.push(token, renewed['refreshToken'] as string);
    await send(api, '/auth/refresh', { body: { refreshToken: 'planted-refresh' } });
    await send(api, '/me', { method: 'GET', token: 'planted-bearer' });
    await send(api, '/me', {
      method: 'GET',
      headers: { authorization: 'Basic planted-basic', cookie: 'session=planted-cookie' },
    });

    const created = (await send(api, `${project}/api-keys`, { token, body: { name: 'Key', scopes: ['read'] } })).body;
    planted.push(created['token'] as string);
    await send(api, `${project}/api-keys`, { token, body: { name: 'Key', scopes: ['planted-scope'] } });
    await send(api, `${project}/secrets/crm.token`, {
      method: 'PUT',
      token,
      body: { value: 'planted-project-secret' },
    });
    await send(api, `${project}/queues/${created['token'] as string}`, { method: 'GET', token });
    const invitation = (
      await send(api, `/organizations/${ids.organization}/invitations`, {
        token,
        body: { email: 'a@example.com', role: 'viewer' },
      })
    ).body;
    planted.push(invitation['token'] as string);
    await send(api, '/auth/invitations/inspect', { body: { token: 'planted-invitation' } });
    await send(api, '/auth/password', {
      token,
      body: { currentPassword: 'planted-current', newPassword: 'planted-new-password' },
    });
    await send(api, '/auth/password/reset', { body: { token: 'planted-reset', password: 'planted-new-password' } });
    await send(api, '/auth/setup', {
      body: {
        token: 'planted-setup',
        email: 'b@example.com',
        password: 'planted-new-password',
        name: 'B',
        organizationName: 'B',
      },
    });

    const jobs = [
      { handler: 'noop', payload: { deep: { deeper: { secret: 'planted-payload' } } } },
      { handler: 'fail', payload: { message: 'planted-failure' } },
      {
        handler: 'http_request',
        payload: {
          url: 'http://127.0.0.1:1/hook?key=planted-url',
          headers: { 'X-Api-Token': 'planted-header' },
          body: 'planted-body',
        },
      },
    ];
    for (const job of jobs) await send(api, `${project}/jobs`, { token, body: { queue: 'emails', ...job } });
    await send(api, `${project}/jobs`, {
      token,
      body: { queue: 'emails', handler: 'http_request', payload: { url: 'planted-no-url' } },
    });
    await until(
      async () => (await database.sql(`SELECT 1 FROM live_jobs WHERE queue_id = $1`, [ids.queue])).length === 0,
      'the jobs have run',
    );
    await api.stop();
    await worker.stop();
    const logs = `${api.log()}\n${worker.log()}`;
    expect(logs.length).toBeGreaterThan(500);
    const found = planted.filter((secret) => logs.includes(secret));
    expect(found.map((secret) => logs.split('\n').find((line) => line.includes(secret)))).toEqual([]);
  });
});
