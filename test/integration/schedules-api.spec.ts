import { newId } from '../../src/kernel/ids.js';
import type { Materializer } from '../../src/modules/schedules/materializer.js';
import { SchedulesModule } from '../../src/modules/schedules/index.js';
import { CommandLine } from '../support/command-line.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aMaterializer } from '../support/schedules.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { aYoungMinute } from '../support/young-minute.js';

/** A slot of @daily. */
const MIDNIGHT = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000).toISOString();
const MIDNIGHT_ONLY = { startAt: MIDNIGHT, endAt: MIDNIGHT };
const ENDS_AT = new Date(Date.now() + 86_400_000).toISOString();

describe('schedules over REST', () => {
  let database: TestDatabase;
  let api: TestApi;
  let tenant: TestTenant;
  let queue: QueueFixture;
  let factories: Factories;
  let materializer: Materializer;
  let counter = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await anApiWith(database, [SchedulesModule]);
    tenant = await api.aTenant();
    factories = new Factories(database);
    queue = await factories.aQueue({
      project: { id: tenant.projectId, organizationId: tenant.organizationId },
      name: 'reports',
    });
    materializer = aMaterializer(database);
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    api.call(method, `/projects/${tenant.projectId}/schedules${path}`, {
      token: tenant.token,
      body,
      ...(headers ? { headers } : {}),
    });
  const definition = (rest: object = {}) => ({
    name: `schedule ${++counter}`,
    queue: 'reports',
    handler: 'noop',
    payload: {},
    ...('cron' in rest || 'intervalMs' in rest || 'onceAt' in rest ? {} : { cron: '0 9 * * *' }),
    ...rest,
  });
  const create = async (rest: object = {}) => (await call('POST', '', definition(rest))).body;
  const rowOf = async (id: string) => (await database.sql('SELECT * FROM schedules WHERE id = $1', [id]))[0];
  /** Of this schedule alone: others may be due as well. */
  const jobsOf = (id: string) => database.sql('SELECT 1 FROM jobs WHERE schedule_id = $1', [id]);
  const makeDue = (id: string, ago = '0 s') =>
    database.sql(`UPDATE schedules SET next_slot_at = date_trunc('second', now() - $2::interval) WHERE id = $1`, [
      id,
      ago,
    ]);
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  it('a schedule is created with its next slot, its words and its zone', async () => {
    const { status, body, headers } = await call(
      'POST',
      '',
      definition({ cron: '0 9 * * MON-FRI', timeZone: 'Europe/Berlin' }),
    );
    expect(status).toBe(201);
    expect(headers['etag']).toBe('"1"');
    expect(body).toMatchObject({
      kind: 'cron',
      cron: '0 9 * * MON-FRI',
      timeZone: 'Europe/Berlin',
      words: 'at 09:00, on Monday through Friday',
      queue: 'reports',
      queueId: queue.id,
      isPaused: false,
      missedPolicy: 'skip',
      overlapPolicy: 'allow',
      createdBy: `user:${tenant.userId}`,
    });
    expect(new Date(body.nextSlotAt).getTime()).toBeGreaterThan(Date.now());
    expect((await call('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('the zone is UTC unless it is named, and is stored in its canonical spelling', async () => {
    expect((await create()).timeZone).toBe('UTC');
    expect((await create({ timeZone: 'America/new_york' })).timeZone).toBe('America/New_York');
    expect((await create({ timeZone: 'EST' })).timeZone).toBe('Etc/GMT+5');
  });

  it('an interval is counted from its start, a one-off fires once', async () => {
    const start = inMs(90_000);
    const interval = await create({ intervalMs: 7_200_000, startAt: start });
    expect(interval).toMatchObject({ kind: 'interval', nextSlotAt: start, words: 'every 2 hours' });
    const onceAt = inMs(60_000);
    expect(await create({ onceAt })).toMatchObject({ kind: 'once', nextSlotAt: onceAt, onceAt });
  });

  it.each([
    ['no timing at all', { cron: undefined }, '/cron', 'TIMING_REQUIRED'],
    ['two timings', { cron: '0 9 * * *', intervalMs: 60_000 }, '/intervalMs', 'TIMING_AMBIGUOUS'],
    ['a cron that cannot be read', { cron: '60 * * * *' }, '/cron', 'CRON_FIELD'],
    ['an empty cron', { cron: '   ' }, '/cron', 'CRON_EMPTY'],
    ['a cron of 300 characters', { cron: `${'0,'.repeat(150)}0 * * * *` }, '/cron', 'CRON_TOO_LONG'],
    ['a date that never comes', { cron: '0 0 30 2 *' }, '/cron', 'SCHEDULE_NEVER_FIRES'],
    ['an unknown zone', { timeZone: 'Foo/Bar' }, '/timeZone', 'TIME_ZONE_UNKNOWN'],
    ['an offset for a zone', { timeZone: 'GMT+1' }, '/timeZone', 'TIME_ZONE_UNKNOWN'],
    ['an inherited name for a zone', { timeZone: '__proto__' }, '/timeZone', 'TIME_ZONE_UNKNOWN'],
    ['a one-off in the past', { onceAt: inMs(-60_000) }, '/onceAt', 'ONCE_IN_THE_PAST'],
    ['an end before the first slot', { cron: '0 0 1 1 *', endAt: inMs(1_000) }, '/endAt', 'SCHEDULE_NEVER_FIRES'],
    ['an end before the start', { startAt: inMs(20_000), endAt: inMs(10_000) }, '/endAt', 'END_BEFORE_START'],
    ['an end at the start', { cron: '@daily', ...MIDNIGHT_ONLY }, '/endAt', 'END_BEFORE_START'],
    [
      'a payload that grows when it is stored',
      { payload: { value: Array.from({ length: 500 }, () => 1e300) } },
      '/payload',
      'PAYLOAD_TOO_LARGE',
    ],
    ['an interval below a second', { intervalMs: 10 }, '/intervalMs', 'MIN'],
    ['an unknown queue', { queue: 'nowhere' }, '/queue', 'QUEUE_UNKNOWN'],
    ['an unknown handler', { handler: 'nothing' }, '/handler', 'HANDLER_UNKNOWN'],
    [
      'a payload that its handler refuses',
      { handler: 'http_request', payload: { method: 'GET' } },
      '/payload/url',
      undefined,
    ],
    ['a payload above 64 KB', { payload: { text: 'x'.repeat(70_000) } }, '/payload', 'PAYLOAD_TOO_LARGE'],
    ['a day that does not exist', { onceAt: '2027-02-30T00:00:00Z' }, '/onceAt', 'IS_INSTANT'],
    ['infinity', { startAt: 'infinity' }, '/startAt', 'IS_INSTANT'],
    ['a priority out of range', { priority: 101 }, '/priority', 'MAX'],
    ['null for a field that has no null', { priority: null }, '/priority', undefined],
    ['an unknown field', { crn: 'x' }, '/crn', 'UNKNOWN_FIELD'],
    ['a NUL in the name', { name: 'a\u0000b' }, '/name', undefined],
  ])('%s is refused with the field at fault, and nothing is stored', async (_what, rest, pointer, code) => {
    const body = definition(rest);
    const [before] = await database.sql('SELECT count(*) AS n FROM schedules');
    const answer = await call('POST', '', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    if (code) expect(answer.body.errors.map((fault: { code: string }) => fault.code)).toContain(code);
    expect(await database.sql('SELECT count(*) AS n FROM schedules')).toEqual([before]);
  });

  it('all faults are told at once', async () => {
    const { body } = await call('POST', '', definition({ cron: 'x', queue: 'nowhere', handler: 'nothing' }));
    expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(['/cron', '/queue', '/handler']);
  });

  it('a name is taken once in a project, and free again after a deletion', async () => {
    const { id, name } = await create();
    expect(await call('POST', '', definition({ name }))).toMatchObject({
      status: 409,
      body: { code: 'SCHEDULE_NAME_TAKEN' },
    });
    const other = await create();
    expect(await call('PATCH', `/${other.id}`, { name })).toMatchObject({
      status: 409,
      body: { code: 'SCHEDULE_NAME_TAKEN' },
    });
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('POST', '', definition({ name }))).status).toBe(201);
  });

  it('a change of the timing counts from now at once', async () => {
    const { id } = await create({ cron: '0 0 1 1 *' });
    const { body } = await call('PATCH', `/${id}`, { cron: '* * * * *', timeZone: 'Asia/Kathmandu' });
    expect(body).toMatchObject({ cron: '* * * * *', timeZone: 'Asia/Kathmandu', version: 2 });
    expect(new Date(body.nextSlotAt).getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    const interval = (await call('PATCH', `/${id}`, { intervalMs: 3_600_000 })).body;
    expect(interval).toMatchObject({ kind: 'interval', cron: null, intervalMs: 3_600_000 });
  });

  it.each([
    ['its timing was changed', (id: string) => call('PATCH', `/${id}`, { cron: '*/5 * * * *' })],
    ['its timing was changed', (id: string) => call('PATCH', `/${id}`, { endAt: ENDS_AT })],
    ['the schedule was paused', (id: string) => call('POST', `/${id}/pause`, {})],
  ])('slots that were due and unhandled before %s stand in the history, once', async (cause, change) => {
    await aYoungMinute(database); // each has a slot of its own
    const { id } = await create({ cron: '* * * * *', missedPolicy: 'all' });
    await makeDue(id, '10 minutes');
    const { nextSlotAt } = (await call('GET', `/${id}`)).body;
    for (let twice = 0; twice < 2; twice += 1) expect((await change(id)).status).toBe(200);
    const { data } = (await call('GET', `/${id}/runs`)).body;
    expect(data).toEqual([
      expect.objectContaining({
        slot: nextSlotAt,
        outcome: 'skipped_missed',
        jobId: null,
        reason: `not handled before ${cause}`,
      }),
    ]);
    expect(data[0].skippedCount).toBeGreaterThanOrEqual(10);
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(0);
  });

  it('a timing that is said again as it stands leaves a slot that is due to the scheduler', async () => {
    const { id, version } = await create({ cron: '0 9 * * *', timeZone: 'Asia/Kathmandu', startAt: inMs(-60_000) });
    await makeDue(id, '1 hour');
    const { body: before } = await call('GET', `/${id}`);
    const { cron, timeZone, startAt } = before;
    const { body: after } = await call('PATCH', `/${id}`, { cron, timeZone, startAt, endAt: null });
    expect(after).toMatchObject({ nextSlotAt: before.nextSlotAt, version });
    await materializer.runOnce();
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('a change of the template leaves the next slot where it is, and the next job is made from it', async () => {
    const created = await create({ cron: '0 0 1 1 *' });
    const edited = (await call('PATCH', `/${created.id}`, { payload: { a: 2 }, priority: 5 })).body;
    expect(edited).toMatchObject({ nextSlotAt: created.nextSlotAt, priority: 5 });
    await makeDue(created.id);
    await materializer.runOnce();
    expect(await database.sql('SELECT payload, priority FROM jobs WHERE schedule_id = $1', [created.id])).toEqual([
      { payload: { a: 2 }, priority: 5 },
    ]);
  });

  it.each([
    [{ cron: '61 * * * *' }, '/cron'],
    [{ cron: '0 0 30 2 *' }, '/cron'],
    [{ timeZone: 'Foo/Bar' }, '/timeZone'],
    [{ handler: 'http_request' }, '/payload/url'],
    [{ queue: 'nowhere' }, '/queue'],
    [{ onceAt: inMs(-1_000) }, '/onceAt'],
  ])('a refused change %j changes nothing: the schedule fires as before', async (change, pointer) => {
    const { id } = await create();
    const before = await rowOf(id);
    const answer = await call('PATCH', `/${id}`, { name: `renamed ${newId()}`, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].pointer).toBe(pointer);
    expect(await rowOf(id)).toEqual(before);
    await makeDue(id);
    await materializer.runOnce();
    expect(await database.sql('SELECT 1 FROM jobs WHERE schedule_id = $1', [id])).toHaveLength(1);
  });

  it('a change based on an old version is refused', async () => {
    const { id } = await create();
    expect((await call('PATCH', `/${id}`, { priority: 1 }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await call('PATCH', `/${id}`, { priority: 2 }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await call('GET', `/${id}`)).body).toMatchObject({ priority: 1, version: 2 });
  });

  it('of several changes at once that are based on one version, one is made', async () => {
    const { id } = await create();
    const racing = [1, 2, 3, 4, 5, 6].map((priority) => call('PATCH', `/${id}`, { priority }, { 'if-match': '"1"' }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('the version is that of the definition: firing does not raise it', async () => {
    const { id } = await create();
    await makeDue(id);
    await materializer.runOnce();
    expect((await call('GET', `/${id}`)).body).toMatchObject({ version: 1, lastSlotAt: expect.any(String) });
  });

  it('a deleted schedule fires no slot, not even one that is due already', async () => {
    const { id } = await create();
    await makeDue(id);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await materializer.runOnce();
    expect(await database.sql('SELECT 1 FROM jobs WHERE schedule_id = $1', [id])).toHaveLength(0);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/trigger'],
      ['GET', '/runs'],
    ] as const) {
      expect((await call(method, `/${id}${path}`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
    }
  });

  it('a paused schedule tells why, has no next slot, and goes on with the next instant of its pattern', async () => {
    const { id } = await create({ cron: '0 4 * * *' });
    const paused = (await call('POST', `/${id}/pause`, { reason: 'maintenance' })).body;
    expect(paused).toMatchObject({ isPaused: true, pausedReason: 'maintenance', nextSlotAt: null });
    await makeDue(id, '1 year');
    await materializer.runOnce();
    expect(await database.sql('SELECT 1 FROM jobs WHERE schedule_id = $1', [id])).toHaveLength(0);
    const resumed = (await call('POST', `/${id}/resume`)).body;
    expect(resumed).toMatchObject({ isPaused: false, pausedReason: null });
    const next = new Date(resumed.nextSlotAt);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([4, 0]);
    await materializer.runOnce();
    expect(await database.sql('SELECT 1 FROM schedule_runs WHERE schedule_id = $1', [id])).toHaveLength(0);
  });

  it('a schedule whose time is over has no next slot after a resume', async () => {
    const { id } = await create({ onceAt: inMs(3_600_000) });
    await call('POST', `/${id}/pause`, {});
    await database.sql(`UPDATE schedules SET once_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    expect((await call('POST', `/${id}/resume`)).body).toMatchObject({ isPaused: false, nextSlotAt: null });
  });

  it('a schedule that the scheduler had to pause can be mended and resumed', async () => {
    const { id } = await create();
    await database.sql(`UPDATE schedules SET cron = 'broken', next_slot_at = now() WHERE id = $1`, [id]);
    await materializer.runOnce();
    expect((await call('GET', `/${id}`)).body).toMatchObject({ isPaused: true, words: null });
    expect(await call('POST', `/${id}/resume`)).toMatchObject({ status: 409, body: { code: 'SCHEDULE_UNREADABLE' } });
    expect((await call('PATCH', `/${id}`, { cron: '0 9 * * *' })).status).toBe(200);
    expect((await call('POST', `/${id}/resume`)).body).toMatchObject({
      isPaused: false,
      nextSlotAt: expect.any(String),
    });
  });

  it('the command line resumes every schedule at its next instant, and leaves one that cannot be read', async () => {
    const fine = await create({ cron: '0 4 * * *' });
    const broken = await create();
    for (const { id } of [fine, broken]) await call('POST', `/${id}/pause`, {});
    await makeDue(fine.id, '1 year');
    await database.sql(`UPDATE schedules SET cron = 'broken' WHERE id = $1`, [broken.id]);
    expect(await new CommandLine(database).rota('resume-all')).toBe(0);
    const resumed = (await call('GET', `/${fine.id}`)).body;
    expect(resumed).toMatchObject({ isPaused: false, nextSlotAt: expect.stringMatching(/T04:00:00\.000Z$/) });
    expect(new Date(resumed.nextSlotAt).getTime()).toBeGreaterThan(Date.now());
    expect((await call('GET', `/${broken.id}`)).body.isPaused).toBe(true);
  });

  it('a trigger makes one job now, without a slot, and leaves the cadence alone', async () => {
    const created = await create({ payload: { by: 'hand' }, labels: { a: 'b' } });
    const { status, body } = await call('POST', `/${created.id}/trigger`);
    expect(status).toBe(201);
    const [job] = await database.sql(
      'SELECT j.*, l.status FROM jobs j JOIN live_jobs l ON l.job_id = j.id WHERE j.id = $1',
      [body.jobId],
    );
    expect(job).toMatchObject({
      status: 'queued',
      slot: null,
      schedule_id: created.id,
      payload: { by: 'hand' },
      labels: { a: 'b' },
    });
    expect((await call('GET', `/${created.id}`)).body.nextSlotAt).toBe(created.nextSlotAt);
    expect(await database.sql('SELECT 1 FROM schedule_runs WHERE schedule_id = $1', [created.id])).toHaveLength(0);
  });

  it('a trigger passes the trace of its caller on to the job, and one that is none or does not fit is left out', async () => {
    const { id } = await create();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const later = `cc-${'a'.repeat(32)}-${'b'.repeat(16)}-01-${'c'.repeat(60)}`;
    const traces: unknown[] = [];
    for (const header of [traceparent, 'broken', later]) {
      const { status, body } = await call('POST', `/${id}/trigger`, undefined, { traceparent: header });
      expect(status).toBe(201);
      const [job] = await database.sql('SELECT traceparent FROM jobs WHERE id = $1', [body.jobId]);
      traces.push(job?.['traceparent']);
    }
    expect(traces).toEqual([traceparent, null, null]);
  });

  it('a trigger of a schedule whose queue was deleted is refused', async () => {
    const doomed = await factories.aQueue({
      project: { id: tenant.projectId, organizationId: tenant.organizationId },
      name: 'doomed',
    });
    const { id } = await create({ queue: 'doomed' });
    await database.sql('UPDATE queues SET deleted_at = now() WHERE id = $1', [doomed.id]);
    expect(await call('POST', `/${id}/trigger`)).toMatchObject({ status: 409, body: { code: 'QUEUE_DELETED' } });
  });

  it('the history tells of each slot what became of it, newest first, page by page', async () => {
    const { id } = await create({ cron: '* * * * *', missedPolicy: 'all', missedCap: 3 });
    await makeDue(id, '10 minutes');
    await materializer.runOnce();
    const seen: { slot: string; outcome: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await call('GET', `/${id}/runs?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.data);
      cursor = body.page.nextCursor;
    }
    expect(seen.map((run) => run.outcome)).toEqual(['enqueued', 'enqueued', 'enqueued', 'skipped_missed']);
    expect(seen.map((run) => run.slot)).toEqual(
      seen
        .map((run) => run.slot)
        .sort()
        .reverse(),
    );
    expect(seen[0]).toMatchObject({ jobId: expect.any(String), jobStatus: expect.stringMatching(/queued|scheduled/) });
    expect(seen[3]).toMatchObject({ jobId: null, skippedCount: expect.any(Number), reason: expect.any(String) });
  });

  it('a list brings the last runs of each schedule along, if they are asked for', async () => {
    const [fired, idle] = [
      await create({ cron: '* * * * *', missedPolicy: 'all', missedCap: 3 }),
      await create({ cron: '0 0 1 1 *' }),
    ];
    await makeDue(fired.id, '10 minutes');
    await materializer.runOnce();
    const listed = async (query: string) => {
      const { body } = await call('GET', `?limit=200${query}`);
      const of = (id: string) => body.data.find((schedule: { id: string }) => schedule.id === id).recentRuns as unknown;
      return [of(fired.id), of(idle.id)];
    };
    const history = (await call('GET', `/${fired.id}/runs?limit=20`)).body.data;
    expect(history).toHaveLength(4);
    expect(await listed('&with=runs')).toEqual([history, []]);
    expect(await listed('')).toEqual([null, null]);
    expect((await call('GET', '?with=words')).status).toBe(422);
  });

  it('a list goes page by page and ends', async () => {
    await Promise.all([create(), create(), create()]);
    const [total] = await database.sql<{ n: number }>(
      'SELECT count(*) AS n FROM schedules WHERE project_id = $1 AND deleted_at IS NULL',
      [tenant.projectId],
    );
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await call('GET', `?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...body.data.map((schedule: { id: string }) => schedule.id));
      cursor = body.page.nextCursor;
    }
    expect(new Set(ids).size).toBe(total?.n);
    expect(ids).toHaveLength(total?.n ?? -1);
  });

  it('a preview tells the next runs in UTC and on the clock of the zone, with words, and stores nothing', async () => {
    const { status, body } = await call('POST', '/preview', {
      cron: '30 2 * * *',
      timeZone: 'America/New_York',
      count: 100,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ words: 'at 02:30, every day', timeZone: 'America/New_York' });
    expect(body.runs).toHaveLength(100);
    for (const run of body.runs) {
      expect(new Date(run.local).toISOString()).toBe(run.at);
      expect(run.local).toMatch(/T0[23]:[30]0:00-0[45]:00$/);
      expect(run.offset).toMatch(/^UTC-0[45]:00$/);
    }
  });

  it('a preview refuses what creating would refuse', async () => {
    expect(await call('POST', '/preview', { cron: '0 0 31 11 *' })).toMatchObject({
      status: 422,
      body: { code: 'SCHEDULE_NEVER_FIRES' },
    });
    expect((await call('POST', '/preview', { cron: '* * * * *', count: 101 })).status).toBe(422);
    expect((await call('POST', '/preview', {})).body).toMatchObject({ code: 'TIMING_REQUIRED' });
  });

  it('a slot more than 24.8 days away is stored and shown like any other', async () => {
    const { nextSlotAt } = await create({ cron: '0 4 1 1 *' });
    expect(nextSlotAt).toMatch(/-01-01T04:00:00\.000Z$/);
  });

  it('another tenant sees and changes nothing, a viewer changes nothing', async () => {
    const { id } = await create();
    const stranger = await api.aTenant();
    for (const path of ['', '/runs']) {
      const own = `/projects/${stranger.projectId}/schedules/${id}${path}`;
      expect((await api.call('GET', own, { token: stranger.token })).status).toBe(404);
      const foreign = `/projects/${tenant.projectId}/schedules/${id}${path}`;
      expect((await api.call('GET', foreign, { token: stranger.token })).status).toBe(404);
    }
    expect(
      (await api.call('PATCH', `/projects/${stranger.projectId}/schedules/${id}`, { token: stranger.token, body: {} }))
        .status,
    ).toBe(404);
    expect(
      (await api.call('POST', `/projects/${stranger.projectId}/schedules/${id}/trigger`, { token: stranger.token }))
        .status,
    ).toBe(404);
    const viewer = await api.aTenant({
      role: 'viewer',
      organizationId: tenant.organizationId,
      projectId: tenant.projectId,
    });
    const path = `/projects/${tenant.projectId}/schedules/${id}`;
    expect((await api.call('GET', path, { token: viewer.token })).status).toBe(200);
    expect((await api.call('PATCH', path, { token: viewer.token, body: {} })).status).toBe(403);
    expect((await api.call('POST', `${path}/trigger`, { token: viewer.token })).status).toBe(403);
  });

  it('a queue of another project is unknown here', async () => {
    const foreign = await factories.aQueue({ project: await factories.aProject() });
    expect((await call('POST', '', definition({ queue: foreign.id }))).body).toMatchObject({ code: 'QUEUE_UNKNOWN' });
  });

  it('each act is in the audit log, with what changed', async () => {
    const { id } = await create();
    await call('PATCH', `/${id}`, { priority: 3 });
    await call('POST', `/${id}/pause`, { reason: 'why' });
    await call('POST', `/${id}/resume`);
    await call('POST', `/${id}/trigger`);
    await call('DELETE', `/${id}`);
    const entries = await database.sql<{ action: string }>('SELECT * FROM audit_log WHERE target_id = $1 ORDER BY id', [
      id,
    ]);
    expect(entries.map((entry) => entry.action)).toEqual([
      'schedule.created',
      'schedule.updated',
      'schedule.paused',
      'schedule.resumed',
      'schedule.triggered',
      'schedule.deleted',
    ]);
    expect(entries[1]).toMatchObject({ before: { priority: 0 }, after: { priority: 3 } });
    expect(entries[2]).toMatchObject({ reason: 'why' });
  });

  it('an id that is none, and an unknown one, are both not found', async () => {
    expect((await call('GET', '/nothing')).status).toBe(404);
    expect((await call('GET', `/${newId()}`)).status).toBe(404);
  });
});
