import { Factories } from '../support/factories.js';
import { TestApi, type TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let api: TestApi;
let ours: TestTenant;
let theirs: TestTenant;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await TestApi.ofRole(database, { TRUSTED_PROXY_HOPS: '1' });
  [ours, theirs] = [await api.aTenant(), await api.aTenant()];
  const make = new Factories(database);
  for (const { projectId, organizationId } of [ours, theirs]) {
    const queue = await make.aQueue({ project: { id: projectId, organizationId }, name: 'emails' });
    for (let job = 0; job < 4; job += 1) await make.aQueuedJob({ queue });
  }
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const get = (path: string, tenant = ours, headers: Record<string, string> = {}) =>
  api.call('GET', path, { token: tenant.token, headers });
const inProject = (path: string, { projectId } = ours): string => `/projects/${projectId}${path}`;

describe('a cursor', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('of another tenant opens nothing of theirs', async () => {
    const { body: page } = await get(inProject('/jobs?limit=2', theirs), theirs);
    const cursor = page.page.nextCursor as string;
    const answer = await get(inProject(`/jobs?limit=2&cursor=${cursor}`));
    expect([200, 422]).toContain(answer.status);
    for (const job of answer.body.data ?? []) expect(job.projectId).toBe(ours.projectId);
    expect((await get(inProject(`/jobs?limit=2&cursor=${cursor}`, theirs))).status).toBe(404);
  });

  it('beyond what is counted is refused as no cursor of the list', async () => {
    const [job] = await database.sql<{ id: string }>('SELECT id FROM jobs WHERE project_id = $1', [ours.projectId]);
    const list = (name: string, place: number) =>
      get(inProject(`/jobs/${job?.id ?? ''}/${name}?cursor=${encode([1, place])}`));
    for (const place of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const refused = await list('executions', place);
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'CURSOR_INVALID', errors: [{ pointer: '/query/cursor' }] },
      });
      expect((await list('logs', place)).status).toBe(200);
    }
  });

  it('of another list or filter is refused or walks that list, and never fails', async () => {
    const { body: jobs } = await get(inProject('/jobs?limit=2'));
    const cursor = jobs.page.nextCursor as string;
    const lists = [
      '/queues',
      '/schedules',
      '/dead-letters',
      '/audit-log',
      '/api-keys',
      '/workers',
      '/jobs?status=queued',
    ];
    for (const list of lists) {
      const { status } = await get(inProject(`${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}`));
      expect({ list, status, isAnswered: [200, 422].includes(status) }).toEqual({ list, status, isAnswered: true });
    }
  });

  it.each([
    ['huge', 'A'.repeat(100_000)],
    ['of NUL', encode([1, '\u0000'])],
    ['of a lone surrogate', encode([1, '\ud83d'])],
    ['of an infinite number', Buffer.from('[1,1e999]').toString('base64url')],
    ['with a prototype', encode([1, { ['__proto__']: { id: 1 } }])],
    ['of SQL', encode([1, "' OR 1=1 --"])],
    ['of another version', encode([2, '0190163d-8694-739b-aea5-966c26f8ad91'])],
    [
      'nested deeply',
      Buffer.from(`${'['.repeat(700)}${']'.repeat(700)}`)
        .toString('base64url')
        .slice(0, 1_000),
    ],
    ['of an array as id', encode([1, ['0190163d-8694-739b-aea5-966c26f8ad91']])],
    ['padded', `${encode([1, '0190163d-8694-739b-aea5-966c26f8ad91'])}==`],
  ])('%s is a 422 at the query', async (_name, cursor) => {
    for (const list of ['/jobs', '/jobs?status=queued', '/audit-log', '/dead-letters', '/queues']) {
      const answer = await get(inProject(`${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}`));
      expect({ list, status: answer.status }).toEqual({ list, status: 422 });
      expect(answer.body.errors[0].pointer).toBe('/query/cursor');
    }
  });
});

describe('a limit', () => {
  it.each(['-1', '0', '201', '1.5', '1e2', '0x10', '%2B5', '%205', '', '9007199254740993', 'NaN', '5&limit=6', '5;x'])(
    '%s is a 422 at the query',
    async (limit) => {
      const { status, body } = await get(inProject(`/jobs?limit=${limit}`));
      const pointers = new Set(body.errors.map((fault: { pointer: string }) => fault.pointer));
      expect({ status, pointers: [...pointers] }).toEqual({ status: 422, pointers: ['/query/limit'] });
    },
  );

  it.each(['limit[]=1', 'limit[a]=1', '__proto__[limit]=1', 'constructor=1', 'Limit=1'])(
    'spelled %s is an unknown field',
    async (query) => {
      expect((await get(inProject(`/jobs?${query}`))).status).toBe(422);
    },
  );
});

describe('an id in a path', () => {
  it.each([
    ['without hyphens', (id: string) => id.replaceAll('-', '')],
    ['in braces', (id: string) => `%7B${id}%7D`],
    ['with a blank', (id: string) => `${id}%20`],
    ['as a URN', (id: string) => `urn:uuid:${id}`],
    ['with a second one', (id: string) => `${id},${id}`],
    ['with a parameter', (id: string) => `${id};a=b`],
    ['encoded twice', (id: string) => id.replace('-', '%252d')],
  ])('%s names nothing', async (_name, spell) => {
    for (const method of ['GET', 'POST']) {
      const answer = await api.call(method, `/projects/${spell(ours.projectId)}/jobs`, {
        token: ours.token,
        ...(method === 'POST' ? { body: { queue: 'emails', handler: 'noop', payload: {} } } : {}),
      });
      expect(answer.status).toBe(404);
    }
  });

  it('in capitals names the same, for its members only', async () => {
    expect((await get(`/projects/${ours.projectId.toUpperCase()}/jobs`)).status).toBe(200);
    expect((await get(`/projects/${theirs.projectId.toUpperCase()}/jobs`)).status).toBe(404);
  });
});

describe('a header', () => {
  it('that names another method, path or address changes nothing', async () => {
    const answer = await get(inProject('/jobs'), ours, {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/api/v1/me',
      'x-rewrite-url': '/api/v1/me',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=127.0.0.1',
      'x-real-ip': '127.0.0.1',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data[0].projectId).toBe(ours.projectId);
    expect(JSON.stringify(answer.headers)).not.toContain('evil');
  });

  it.each(['\u00e9', 'a\u0000b', 'a\nb', ' '.repeat(5), 'k'.repeat(256), '\u007f', ' k ', 'k\tk'])(
    'Idempotency-Key %j is refused or is read as the trimmed text that it is',
    async (key) => {
      const answer = await api.call('POST', inProject('/jobs'), {
        token: ours.token,
        body: { queue: 'emails', handler: 'noop', payload: {} },
        headers: { 'idempotency-key': key },
      });
      expect([201, 200, 422, 400]).toContain(answer.status);
      if (answer.status < 300) {
        const rows = await database.sql<{ key: string }>('SELECT key FROM idempotency_keys WHERE job_id = $1', [
          answer.body.id,
        ]);
        expect(rows).toEqual([{ key: key.trim() }]);
      }
    },
  );

  it('If-Match of another resource changes nothing there', async () => {
    const made = async (name: string) =>
      (await api.call('POST', inProject('/queues'), { token: ours.token, body: { name } })).body.id as string;
    const [one, other] = [await made('first-of-two'), await made('second-of-two')];
    const patch = (id: string, tag: string) =>
      api.call('PATCH', inProject(`/queues/${id}`), {
        token: ours.token,
        body: { maxAttempts: 7 },
        headers: { 'if-match': tag },
      });
    const tagOf = async (id: string) => String((await get(inProject(`/queues/${id}`))).headers['etag']);
    expect((await patch(one, await tagOf(one))).status).toBe(200);
    expect((await patch(other, await tagOf(one))).status).toBe(412);
  });
});

describe('an e-mail address', () => {
  const password = 'planted, long enough a password';

  it('is the same account however its accents are composed', async () => {
    const open = await TestApi.ofRole(database, { SIGNUP: 'open' });
    const signUp = (email: string) =>
      open.call('POST', '/auth/sign-up', { body: { email, password, name: 'A', organizationName: 'A' } });
    expect((await signUp('andre\u0301@example.com')).status).toBe(201);
    expect((await signUp('andr\u00e9@example.com')).status).toBe(409);
    for (const email of ['andre\u0301@example.com', 'andr\u00e9@example.com'])
      expect((await open.call('POST', '/auth/login', { body: { email, password } })).status).toBe(200);
    await open.close();
  });

  it.each([
    '\u0130da@example.com',
    'ida\u0000@example.com',
    '\uff49da@example.com',
    'ida@example.com ',
    'ida@example.com\n',
  ])('%j is no other spelling of ida@example.com', async (email) => {
    const user = await api.aTenant();
    await database.sql(`UPDATE users SET email = 'ida@example.com' WHERE id = $1`, [user.userId]);
    const answer = await api.call('POST', '/auth/login', { body: { email, password: 'correct horse battery staple' } });
    expect([400, 401, 422]).toContain(answer.status);
    await database.sql(`UPDATE users SET email = $2 WHERE id = $1`, [user.userId, user.email]);
  });
});
