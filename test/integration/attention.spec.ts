import { newId } from '../../src/kernel/ids.js';
import { InsightsModule } from '../../src/modules/insights/index.js';
import { Factories, type QueueFixture, type QueueOptions } from '../support/factories.js';
import { anApiWith } from '../support/schedules-api.js';
import type { TestApi, TestTenant } from '../support/test-api.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Item {
  readonly kind: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly subjectName: string | null;
  readonly since: string | null;
  readonly expiresAt: string | null;
  readonly count: number | null;
  readonly isCapped: boolean;
  readonly reason: string | null;
}

let database: TestDatabase;
let api: TestApi;
let tenant: TestTenant;
let make: Factories;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await anApiWith(database, [InsightsModule]);
});

beforeEach(async () => {
  await database.sql('DELETE FROM workers');
  tenant = await api.aTenant();
  make = new Factories(database);
  await make.aWorker({ queues: ['served'] });
});

afterAll(async () => {
  await api?.close();
  await database?.close();
});

const attention = async (token = tenant.token): Promise<Item[]> =>
  (await api.call('GET', `/projects/${tenant.projectId}/attention`, { token })).body.items as Item[];
const aQueue = (options: QueueOptions = {}): Promise<QueueFixture> =>
  make.aQueue({
    project: { id: tenant.projectId, organizationId: tenant.organizationId },
    name: 'served',
    ...options,
  });

async function aSchedule(queue: QueueFixture, name: string, isPaused = false): Promise<string> {
  const id = newId();
  await database.sql(
    `INSERT INTO schedules (id, project_id, queue_id, name, kind, interval_ms, handler, payload, paused_at)
     VALUES ($1, $2, $3, $4, 'interval', 60000, 'noop', '{}', CASE WHEN $5 THEN now() END)`,
    [id, queue.projectId, queue.id, name, isPaused],
  );
  return id;
}

/** The slot of so many minutes ago. */
async function aRun(scheduleId: string, minutesAgo: number, outcome: string, jobId?: string): Promise<void> {
  await database.sql(
    `INSERT INTO schedule_runs (schedule_id, slot, outcome, job_id)
     VALUES ($1, date_trunc('minute', now()) - $2 * interval '1 minute', $3::schedule_run_outcome, $4)`,
    [scheduleId, minutesAgo, outcome, jobId ?? null],
  );
}

const minutesSince = (at: string | null): number => Math.round((Date.now() - Date.parse(at ?? '')) / 60_000);

describe('what needs attention', () => {
  it('is nothing where all is well', async () => {
    const queue = await aQueue();
    await make.aQueuedJob({ queue });
    await make.aCompletedJob({ queue });
    await make.aScheduledJob({ queue: await aQueue({ name: 'later' }) });
    await aQueue({ name: 'paused-and-empty', isPaused: true });
    const schedule = await aSchedule(queue, 'fine');
    await aRun(schedule, 1, 'enqueued', (await make.aCompletedJob({ queue, scheduleId: schedule })).id);
    expect(await attention()).toEqual([]);
  });

  it('is a paused queue in which jobs wait, with the reason', async () => {
    const queue = await aQueue({ isPaused: true });
    await database.sql(`UPDATE queues SET paused_reason = 'the provider is down' WHERE id = $1`, [queue.id]);
    await make.aQueuedJob({ queue });
    await make.aQueuedJob({ queue });
    expect(await attention()).toEqual([
      {
        kind: 'queue_paused',
        subjectKind: 'queue',
        subjectId: queue.id,
        subjectName: 'served',
        since: expect.any(String),
        expiresAt: null,
        count: 2,
        isCapped: false,
        reason: 'the provider is down',
      },
    ]);
  });

  it('is a queue with due jobs that no live worker serves, since the oldest was due', async () => {
    const queue = await aQueue({ name: 'lonely' });
    await make.aQueuedJob({ queue, priority: 10 });
    await make.aQueuedJob({ queue, priority: -10, dueInMs: -600_000 });
    await make.aWorker({ queues: ['lonely'], state: 'stopped' });
    const [item, ...others] = await attention();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'queue_without_worker', subjectName: 'lonely', count: 2 });
    expect(minutesSince(item?.since ?? null)).toBe(10);
    await make.aWorker({ queues: [queue.id] });
    expect(await attention()).toEqual([]);
  });

  it('is a queue whose jobs are put back because no live worker offers their handler, by handler', async () => {
    const queue = await aQueue();
    await make.aPutBackJob({ queue, handler: 'greet', createdMsAgo: 600_000 });
    await make.aPutBackJob({ queue, handler: 'greet' });
    await make.aPutBackJob({ queue, handler: 'part' });
    await make.aPutBackJob({ queue });
    await make.aPutBackJob({ queue: await aQueue({ name: 'paused', isPaused: true }), handler: 'greet' });
    await make.aPutBackJob({ queue: await aQueue({ name: 'lonely' }), handler: 'greet' });
    await make.aPutBackJob({ handler: 'greet' }); // of somebody else
    const [greet, part, ...others] = await attention();
    expect(others).toEqual([]);
    const kind = 'queue_without_handler';
    expect(greet).toMatchObject({ kind, subjectId: queue.id, subjectName: 'served', count: 2, reason: 'greet' });
    expect(minutesSince(greet?.since ?? null)).toBe(10);
    expect(part).toMatchObject({ kind, count: 1, reason: 'part' });
    await make.aWorker({ queues: ['served'], handlers: ['greet', 'part'] });
    expect(await attention()).toEqual([]);
  });

  it('is a schedule whose last runs that ended failed, not one that has recovered or is paused', async () => {
    const queue = await aQueue();
    const [failing, recovered, paused] = [
      await aSchedule(queue, 'failing'),
      await aSchedule(queue, 'recovered'),
      await aSchedule(queue, 'paused', true),
    ];
    const dies = async (scheduleId: string, minutesAgo: number) => {
      const job = await make.aDeadLetter({ queue, scheduleId, finishedMsAgo: 7_200_000 });
      await aRun(scheduleId, minutesAgo, 'enqueued', job.id);
    };
    const completes = async (scheduleId: string, minutesAgo: number) =>
      aRun(scheduleId, minutesAgo, 'enqueued', (await make.aCompletedJob({ queue, scheduleId })).id);
    await completes(failing, 5);
    await dies(failing, 4);
    await dies(failing, 3);
    await aRun(failing, 2, 'failed');
    await aRun(failing, 1, 'enqueued', (await make.aQueuedJob({ queue, scheduleId: failing })).id);
    await dies(recovered, 2);
    await completes(recovered, 1);
    await dies(paused, 1);
    const items = (await attention()).filter(({ subjectKind }) => subjectKind === 'schedule');
    expect(items).toEqual([
      expect.objectContaining({ kind: 'schedule_failing', subjectName: 'failing', count: 3, isCapped: false }),
    ]);
    expect(minutesSince(items[0]?.since ?? null)).toBeGreaterThanOrEqual(4);
  });

  it('is a schedule that is slower than its interval: slots skipped in a row, or runs at once', async () => {
    const queue = await aQueue();
    const [skipping, piling] = [await aSchedule(queue, 'skipping'), await aSchedule(queue, 'piling')];
    await aRun(skipping, 3, 'enqueued', (await make.aRunningJob({ queue, scheduleId: skipping })).id);
    await aRun(skipping, 2, 'skipped_overlap');
    await aRun(skipping, 1, 'skipped_overlap');
    for (const minutesAgo of [3, 2, 1]) {
      const job = await make.aRunningJob({ queue, scheduleId: piling });
      await aRun(piling, minutesAgo, 'enqueued', job.id);
    }
    expect(await attention()).toEqual([
      expect.objectContaining({ kind: 'schedule_overrunning', subjectName: 'piling', count: 3 }),
      expect.objectContaining({ kind: 'schedule_overrunning', subjectName: 'skipping', count: 2 }),
    ]);
  });

  it('is dead letters that came in the last hour and are still open, by queue', async () => {
    const [queue, other] = [await aQueue(), await aQueue({ name: 'other' })];
    await make.aDeadLetter({ queue });
    await make.aDeadLetter({ queue, finishedMsAgo: 600_000 });
    await make.aDeadLetter({ queue, finishedMsAgo: 7_200_000 });
    await make.aDeadLetter({ queue: other, isDiscarded: true });
    const items = await attention();
    expect(items).toEqual([expect.objectContaining({ kind: 'dead_letters_growing', subjectId: queue.id, count: 2 })]);
    expect(minutesSince(items[0]?.since ?? null)).toBe(10);
  });

  it('is a worker that died in the last hour, if it served the project', async () => {
    await aQueue();
    const dead = await make.aWorker({ queues: ['served'], state: 'dead', lastBeatMsAgo: 120_000 });
    const silent = await make.aWorker({ lastBeatMsAgo: 90_000 });
    await make.aWorker({ queues: ['served'], state: 'dead', lastBeatMsAgo: 7_200_000 });
    await make.aWorker({ queues: ['of-others'], state: 'dead', lastBeatMsAgo: 120_000 });
    const items = await attention();
    expect(items.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['worker_dead', silent],
      ['worker_dead', dead],
    ]);
  });

  it('is a key that expires within two weeks, for people only', async () => {
    const keys = await database.sql<{ id: string }>(
      `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes, expires_at)
       SELECT gen_random_uuid(), $1::uuid, n.name, 'rota_x', sha256(convert_to($1::uuid::text || n.name, 'UTF8')), '{read}', now() + n.days * interval '1 day'
       FROM (VALUES ('soon', 3), ('just now', -0.1), ('long ago', -3), ('later', 30)) n (name, days) RETURNING id`,
      [tenant.projectId],
    );
    expect(keys).toHaveLength(4);
    const items = await attention();
    expect(items.map(({ kind, subjectName, since }) => [kind, subjectName, since === null])).toEqual([
      ['api_key_expiring', 'just now', false],
      ['api_key_expiring', 'soon', true],
    ]);
    expect(await attention(await api.aKey(tenant, ['read']))).toEqual([]);
  });

  it('puts what matters most first, and stops counting at 1,000', async () => {
    const paused = await aQueue({ isPaused: true });
    await make.aQueuedJob({ queue: paused });
    const lonely = await aQueue({ name: 'lonely' });
    await database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status)
       SELECT gen_random_uuid(), $1, $2, now(), 'queued' FROM generate_series(1, 1100) n`,
      [tenant.projectId, lonely.id],
    );
    expect(await attention()).toEqual([
      expect.objectContaining({ kind: 'queue_without_worker', count: 1_000, isCapped: true }),
      expect.objectContaining({ kind: 'queue_paused', count: 1, isCapped: false }),
    ]);
  });
});
