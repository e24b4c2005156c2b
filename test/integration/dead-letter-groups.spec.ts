import { DeadLettersModule } from '../../src/modules/dead-letters/index.js';
import { JobsModule } from '../../src/modules/jobs/index.js';
import { type DeadLetterOptions, Factories, type QueueFixture } from '../support/factories.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Group {
  readonly key: string;
  readonly queue: string;
  readonly handler: string;
  readonly errorName: string | null;
  readonly messagePattern: string | null;
  readonly count: number;
  readonly newestDeadLetterId: string;
  readonly newestMessage: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}

let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;
let make: Factories;
let queue: QueueFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await anApiWith(database, [JobsModule, DeadLettersModule]);
});

beforeEach(async () => {
  tenant = await api.aTenant();
  make = new Factories(database);
  queue = await aQueue('emails');
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const aQueue = (name: string) =>
  make.aQueue({ project: { id: tenant.projectId, organizationId: tenant.organizationId }, name });
const died = (message: string, options: DeadLetterOptions = {}) =>
  make.aDeadLetter({ queue, error: { name: 'Error', message }, ...options });
const call = (method: string, rest: string, body?: unknown) =>
  api.call(method, `/projects/${tenant.projectId}/dead-letters${rest}`, { token: tenant.token, body });
const groups = async (query = ''): Promise<Group[]> => (await call('GET', `/groups${query}`)).body.groups as Group[];
const countOf = async (query: string) => (await call('GET', `?limit=200&${query}`)).body.data.length as number;

describe('groups of dead letters', () => {
  it('are none where nothing died', async () => {
    expect((await call('GET', '/groups')).body).toEqual({ groups: [], examined: 0, isCapped: false });
  });

  it('tell how many died in each of the last 24 hours, the oldest first; what is older counts only in the whole', async () => {
    const hour = 3_600_000;
    for (const hoursAgo of [0.5, 0.6, 3.5, 23.5, 30]) await died('it broke', { finishedMsAgo: hoursAgo * hour });
    const [group] = (await call('GET', '/groups')).body.groups as { count: number; lastDay: number[] }[];
    const expected = Array.from({ length: 24 }, () => 0)
      .with(0, 1)
      .with(20, 1)
      .with(23, 2);
    expect(group).toMatchObject({ count: 5, lastDay: expected });
  });

  it('put together what differs by ids, numbers and quoted words only, the largest first', async () => {
    await died('no order 17 for "Ann\'s shop" (0190163d-8694-739b-aea5-966c26f8ad91)', { finishedMsAgo: 60_000 });
    const newest = await died('no order 4,711 for "Bob" (01a227de-ab57-7f64-b1d1-8f8234f59a31)');
    await died("can't reach host 10.0.0.7, won't try again");
    const [first, second] = await groups();
    expect(first).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      queueId: queue.id,
      queue: 'emails',
      handler: 'noop',
      errorName: 'Error',
      messagePattern: expect.any(String),
      count: 1,
      lastDay: expect.any(Array),
      firstSeenAt: expect.any(String),
      lastSeenAt: expect.any(String),
      newestDeadLetterId: expect.any(String),
      newestJobId: expect.any(String),
      newestMessage: expect.any(String),
    });
    expect(second).toBeDefined();
    await died('no order 99 for "Eve" (01a227de-ab57-7f64-b1d1-8f8234f59a32)', { finishedMsAgo: 1_000 });
    const [largest, ...others] = await groups();
    expect(largest).toMatchObject({ messagePattern: 'no order # for # (#)', count: 2 });
    expect(others.map(({ messagePattern }) => messagePattern)).toEqual(
      expect.arrayContaining(['no order #,# for # (#)', "can't reach host #.#.#.#, won't try again"]),
    );
    expect(others.find(({ messagePattern }) => messagePattern === 'no order #,# for # (#)')).toMatchObject({
      newestDeadLetterId: newest.deadLetterId,
      newestMessage: 'no order 4,711 for "Bob" (01a227de-ab57-7f64-b1d1-8f8234f59a31)',
    });
  });

  it('tell when the first and the last of them died', async () => {
    await died('x 1', { finishedMsAgo: 3_600_000 });
    await died('x 2');
    const [group] = await groups();
    const spanMs = Date.parse(group?.lastSeenAt ?? '') - Date.parse(group?.firstSeenAt ?? '');
    expect(Math.round(spanMs / 60_000)).toBe(60);
  });

  it('are apart by queue, handler and name of the error, and hold open letters only', async () => {
    const other = await aQueue('reports');
    await died('same');
    await died('same', { queue: other });
    await died('same', { handler: 'other' });
    await died('same', { error: { name: 'TypeError', message: 'same' } });
    await died('same', { error: { name: 'Error' } });
    await died('same', { isDiscarded: true });
    const all = await groups();
    expect(all.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(5);
    expect(await groups('?queue=reports')).toEqual([expect.objectContaining({ queue: 'reports' })]);
    expect(await groups('?handler=other')).toEqual([expect.objectContaining({ handler: 'other' })]);
    expect((await call('GET', '/groups?queue=nowhere')).status).toBe(422);
  });

  it('look at the newest 5,000 letters and say so', async () => {
    await database.sql(
      `INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, priority, job_created_at, reason, error, attempt, lease_losses, last_execution_seq)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, 'noop', '{}', 0, now(), 'not_retryable', '{"name":"Error","message":"all the same"}', 1, 0, 1
       FROM generate_series(1, 5010)`,
      [tenant.projectId, queue.id],
    );
    const { body } = await call('GET', '/groups');
    expect(body).toMatchObject({ examined: 5_000, isCapped: true, groups: [{ count: 5_000 }] });
  });

  it('select their letters in lists and commands', async () => {
    for (let order = 1; order <= 3; order += 1) await died(`no order ${order}`);
    await died('gone');
    const { key } = (await groups()).find(({ messagePattern }) => messagePattern === 'no order #') as Group;
    expect(await countOf(`group=${key}`)).toBe(3);
    const dry = await call('POST', '/discard', { filter: { group: key }, dryRun: true });
    expect(dry.body).toMatchObject({ isDryRun: true, matched: 3, succeeded: 0 });
    expect(await countOf('state=open')).toBe(4);
    const run = await call('POST', '/replay', { filter: { group: key }, limit: 2 });
    expect(run.body).toMatchObject({ matched: 2, succeeded: 2, failed: 0, hasMore: true });
    const rest = await call('POST', '/discard', { filter: { group: key }, reason: 'fixed by hand' });
    expect(rest.body).toMatchObject({ matched: 1, succeeded: 1, hasMore: false });
    expect(await countOf('state=open')).toBe(1);
    expect((await groups()).map(({ messagePattern }) => messagePattern)).toEqual(['gone']);
    expect((await call('GET', '?group=x')).status).toBe(422);
  });
});

describe('discarding many', () => {
  it('closes what is open, tells what was replayed, and leaves one entry in the audit log', async () => {
    const [one, two, replayed] = [await died('a'), await died('b'), await died('c')];
    const stranger = await make.aDeadLetter({ queue: await make.aQueue() });
    await call('POST', `/${replayed.deadLetterId}/replay`, {});
    const ids = [one, two, replayed, stranger].map(({ deadLetterId }) => deadLetterId);
    const { body } = await call('POST', '/discard', { ids, reason: 'obsolete' });
    expect(body).toMatchObject({ matched: 4, succeeded: 2, failed: 2 });
    expect(body.failures.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
      [replayed.deadLetterId, 'ALREADY_REPLAYED'],
      [stranger.deadLetterId, 'NOT_FOUND'],
    ]);
    expect(await countOf('state=discarded')).toBe(2);
    const again = await call('POST', '/discard', { ids: ids.slice(0, 2) });
    expect(again.body).toMatchObject({ succeeded: 2, failed: 0 });
    const entries = await database.sql<{ after: { count: number }; reason: string }>(
      `SELECT after, reason FROM audit_log WHERE project_id = $1 AND action = 'dead_letter.discarded'`,
      [tenant.projectId],
    );
    expect(entries).toEqual([{ after: expect.objectContaining({ count: 2 }), reason: 'obsolete' }]);
    expect((await call('POST', '/discard', {})).status).toBe(422);
  });
});
