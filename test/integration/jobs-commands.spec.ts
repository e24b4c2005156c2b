import { RotaError } from '../../src/kernel/errors.js';
import { newId } from '../../src/kernel/ids.js';
import { BulkCommandService } from '../../src/modules/jobs/bulk-command.service.js';
import { JobReadModel } from '../../src/modules/jobs/index.js';
import { JobCommandService } from '../../src/modules/jobs/job-command.service.js';
import { JobLogsModule, JobLogWriter } from '../../src/modules/jobs/index.js';
import type { ProjectScope } from '../../src/modules/tenancy/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aJobsRoom, aScope, type JobsRoom } from '../support/jobs-room.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

describe('commands for jobs', () => {
  let database: TestDatabase;
  let given: Factories;
  let room: JobsRoom;
  let queue: QueueFixture;
  let scope: ProjectScope;
  let commands: JobCommandService;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    room = await aJobsRoom(database, [JobLogsModule]);
    commands = room.get(JobCommandService);
  });

  beforeEach(async () => {
    queue = await given.aQueue({ project: await given.aProject() });
    scope = aScope(queue.projectId);
    room.notifier.sent.length = 0;
  });

  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const statusOf = async (id: string): Promise<string> =>
    (await room.get(JobReadModel).get(queue.projectId, id)).status;
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RotaError);
    return (error as RotaError).code;
  };

  /** Runs `command` while another transaction moves the job: the command's snapshot is older than the row it locks. */
  async function meanwhile(move: string, command: () => Promise<unknown>): Promise<void> {
    let running: Promise<unknown> = Promise.resolve();
    await database.app.transaction(async (session) => {
      await session.execute(move);
      running = command();
      const isWaiting = async () => {
        const rows = await database.sql(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      };
      await until(isWaiting, 'the command waits for the row');
    });
    await running;
  }

  it('a job that is claimed while its cancel waits for the row is asked to stop', async () => {
    const job = await given.aQueuedJob({ queue });
    await meanwhile(
      `UPDATE live_jobs SET status = 'claimed', attempt = 1, execution_seq = 1, lease_token = gen_random_uuid(),
         worker_id = gen_random_uuid(), claimed_at = now(), lock_expires_at = now() + interval '1 min' WHERE job_id = '${job.id}'`,
      () => commands.applyToOne('cancel', scope, job.id),
    );
    expect(
      await database.sql('SELECT status, cancel_requested_at IS NOT NULL AS asked FROM live_jobs WHERE job_id = $1', [
        job.id,
      ]),
    ).toEqual([{ status: 'claimed', asked: true }]);
  });

  const FAILS = `UPDATE live_jobs SET status = 'scheduled', run_at = now() + interval '1 h', lease_token = NULL, worker_id = NULL,
    claimed_at = NULL, started_at = NULL, lock_expires_at = NULL WHERE job_id = `;

  it('a job whose attempt fails while its retry, or its new time, waits for the row is due at once', async () => {
    const [retried, moved] = [await given.aRunningJob({ queue }), await given.aRunningJob({ queue })];
    await meanwhile(`${FAILS} '${retried.id}'`, () => commands.applyToOne('retry', scope, retried.id));
    await meanwhile(`${FAILS} '${moved.id}'`, () => commands.reschedule(scope, moved.id, new Date()));
    expect([await statusOf(retried.id), await statusOf(moved.id)]).toEqual(['queued', 'queued']);
  });

  it('a waiting job is cancelled at once, by an execution that counts no attempt and continues the numbers', async () => {
    const job = await given.aScheduledJob({ queue, attempt: 2, executionSeq: 4 });
    await commands.applyToOne('cancel', scope, job.id, 'wrong customer');
    expect(await statusOf(job.id)).toBe('cancelled');
    expect(
      await database.sql('SELECT execution_seq, attempt, outcome, final_status FROM job_executions WHERE job_id = $1', [
        job.id,
      ]),
    ).toEqual([{ execution_seq: 5, attempt: 0, outcome: 'cancelled', final_status: 'cancelled' }]);
    expect(
      await database.sql('SELECT action, target_id, reason FROM audit_log WHERE target_id = $1', [job.id]),
    ).toEqual([{ action: 'job.cancelled', target_id: job.id, reason: 'wrong customer' }]);
  });

  it('a job in flight goes on until its worker answers: the wish is noted once and its worker hinted', async () => {
    const job = await given.aRunningJob({ queue });
    await commands.applyToOne('cancel', scope, job.id);
    const [first] = await database.sql('SELECT status, cancel_requested_at FROM live_jobs WHERE job_id = $1', [job.id]);
    expect(first).toMatchObject({ status: 'running', cancel_requested_at: expect.any(Date) });
    await commands.applyToOne('cancel', scope, job.id);
    expect(await database.sql('SELECT status, cancel_requested_at FROM live_jobs WHERE job_id = $1', [job.id])).toEqual(
      [first],
    );
    expect(room.notifier.sent).toContainEqual({ channel: 'rota_cancel', payload: job.id });
  });

  it('cancelling twice is no error, cancelling what ended otherwise is a conflict, a foreign job is not found', async () => {
    const cancelled = await given.aCancelledJob({ queue });
    await commands.applyToOne('cancel', scope, cancelled.id);
    expect(await codeOf(commands.applyToOne('cancel', scope, (await given.aCompletedJob({ queue })).id))).toBe(
      'JOB_TERMINAL',
    );
    expect(await codeOf(commands.applyToOne('cancel', scope, (await given.aDeadLetter({ queue })).id))).toBe(
      'JOB_TERMINAL',
    );
    const foreign = await given.aQueuedJob({ queue: await given.aQueue({ project: await given.aProject() }) });
    expect(await codeOf(commands.applyToOne('cancel', scope, foreign.id))).toBe('NOT_FOUND');
    expect(await database.sql('SELECT 1 FROM live_jobs WHERE job_id = $1', [foreign.id])).toHaveLength(1);
  });

  it('of two cancels at once one ends the job and both succeed', async () => {
    const jobs = await Promise.all(Array.from({ length: 30 }, () => given.aQueuedJob({ queue })));
    const ids = jobs.map(({ id }) => id);
    const answers = await Promise.all([
      commands.apply('cancel', scope, ids),
      commands.apply('cancel', scope, ids.toReversed()),
    ]);
    for (const result of answers.flat()) expect(result).toMatchObject({ effect: expect.stringMatching(/^cancelled/) });
    expect(await database.sql('SELECT 1 FROM job_executions WHERE job_id = ANY ($1)', [ids])).toHaveLength(30);
  });

  it('retry makes a job that backs off due now and hints its queue; in flight and ended jobs are conflicts', async () => {
    const job = await given.aScheduledJob({ queue, attempt: 1, executionSeq: 1, dueInMs: 3_600_000 });
    await commands.applyToOne('retry', scope, job.id);
    expect(
      await database.sql('SELECT status, attempt, run_at <= now() AS due FROM live_jobs WHERE job_id = $1', [job.id]),
    ).toEqual([{ status: 'queued', attempt: 1, due: true }]);
    expect(room.notifier.sent).toEqual([{ channel: 'rota_queued', payload: queue.id }]);
    await commands.applyToOne('retry', scope, job.id);
    expect(await codeOf(commands.applyToOne('retry', scope, (await given.aRunningJob({ queue })).id))).toBe(
      'JOB_IN_FLIGHT',
    );
    expect(await codeOf(commands.applyToOne('retry', scope, (await given.aCompletedJob({ queue })).id))).toBe(
      'JOB_TERMINAL',
    );
  });

  it('a scheduled job can be moved, to the past means now, and a queued one cannot', async () => {
    const job = await given.aScheduledJob({ queue });
    const later = new Date(Date.now() + 7_200_000);
    await commands.reschedule(scope, job.id, later);
    expect(await room.get(JobReadModel).get(queue.projectId, job.id)).toMatchObject({
      status: 'scheduled',
      runAt: later,
    });
    await commands.reschedule(scope, job.id, new Date(Date.now() - 60_000));
    expect(await statusOf(job.id)).toBe('queued');
    expect(room.notifier.sent).toEqual([{ channel: 'rota_queued', payload: queue.id }]);
    expect(await codeOf(commands.reschedule(scope, job.id, later))).toBe('JOB_NOT_SCHEDULED');
    expect(await codeOf(commands.reschedule(scope, newId(), later))).toBe('NOT_FOUND');
    expect(
      await database.sql(`SELECT 1 FROM audit_log WHERE target_id = $1 AND action = 'job.rescheduled'`, [job.id]),
    ).toHaveLength(2);
  });

  describe('for many', () => {
    const bulk = () => room.get(BulkCommandService);

    it('by ids: what cannot be changed is a failure of its own', async () => {
      const good = await Promise.all(Array.from({ length: 5 }, () => given.aQueuedJob({ queue })));
      const done = await given.aCompletedJob({ queue });
      const unknown = newId();
      const result = await bulk().apply('cancel', scope, { ids: [...good.map(({ id }) => id), done.id, unknown] });
      expect(result).toMatchObject({ matched: 7, succeeded: 5, failed: 2, nextCursor: null });
      expect(new Map(result.failures.map(({ id, code }) => [id, code]))).toEqual(
        new Map([
          [done.id, 'JOB_TERMINAL'],
          [unknown, 'NOT_FOUND'],
        ]),
      );
    });

    it('by filter: a dry run counts and changes nothing, the run takes what it counted and leaves other queues alone', async () => {
      const other = await given.aQueue({ project: { id: queue.projectId, organizationId: '' } });
      for (let index = 0; index < 12; index += 1) {
        await given.aQueuedJob({ queue });
        await given.aScheduledJob({ queue, handler: 'sleep' });
        await given.aQueuedJob({ queue: other });
      }
      const selection = { filter: { queue: queue.name } };
      expect(await bulk().apply('cancel', scope, { ...selection, dryRun: true })).toMatchObject({
        isDryRun: true,
        matched: 24,
        succeeded: 0,
      });
      expect(
        await bulk().apply('cancel', scope, { filter: { queue: queue.name, handler: 'sleep' }, limit: 5 }),
      ).toMatchObject({
        succeeded: 5,
        nextCursor: expect.any(String),
      });
      expect(await bulk().apply('cancel', scope, selection)).toMatchObject({
        matched: 19,
        succeeded: 19,
        nextCursor: null,
      });
      expect(await database.sql('SELECT 1 FROM live_jobs WHERE queue_id = $1', [other.id])).toHaveLength(12);
    });

    it('a cursor goes on behind what was met, from one status to the next, and meets nothing twice', async () => {
      for (let index = 0; index < 3; index += 1) {
        await given.aScheduledJob({ queue });
        await given.aQueuedJob({ queue });
      }
      const met: number[] = [];
      let cursor: string | undefined;
      do {
        const part = await bulk().apply('cancel', scope, { filter: {}, limit: 2, cursor });
        met.push(part.succeeded);
        expect(part.failed).toBe(0);
        cursor = part.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(met.reduce((sum, count) => sum + count)).toBe(6);
      expect(await database.sql('SELECT 1 FROM live_jobs WHERE queue_id = $1', [queue.id])).toEqual([]);
    });

    it('a cursor goes through given ids, too', async () => {
      const jobs = await Promise.all(Array.from({ length: 5 }, () => given.aQueuedJob({ queue })));
      const selection = { ids: jobs.map(({ id }) => id.toUpperCase()), limit: 3 };
      const first = await bulk().apply('cancel', scope, selection);
      const cursor = first.nextCursor ?? undefined;
      expect(await bulk().apply('cancel', scope, { ...selection, cursor })).toMatchObject({
        matched: 2,
        succeeded: 2,
        nextCursor: null,
      });
      expect(await codeOf(bulk().apply('cancel', scope, { ids: [newId()], cursor }))).toBe('CURSOR_INVALID');
    });

    it('a cursor of another selection is refused by its name', async () => {
      for (let index = 0; index < 2; index += 1) await given.aScheduledJob({ queue });
      const { nextCursor } = await bulk().apply('retry', scope, { filter: {}, limit: 1, dryRun: false });
      const cursor = nextCursor as string;
      for (const selection of [
        { ids: [newId()], cursor },
        { filter: { status: 'queued' as const }, cursor },
        { filter: {}, cursor: 'bm90aGluZw' },
      ]) {
        const refused = bulk().apply('cancel', scope, selection);
        await expect(refused).rejects.toMatchObject({ code: 'CURSOR_INVALID', faults: [{ pointer: '/cursor' }] });
      }
    });

    it('a status that the command cannot change, and ids with a filter, are refused', async () => {
      expect(await codeOf(bulk().apply('retry', scope, { filter: { status: 'completed' } }))).toBe(
        'STATUS_NOT_ELIGIBLE',
      );
      expect(await codeOf(bulk().apply('retry', scope, { ids: [newId()], filter: {} }))).toBe('IDS_OR_FILTER');
      expect(await codeOf(bulk().apply('retry', scope, {}))).toBe('IDS_OR_FILTER');
    });
  });

  describe('logs', () => {
    const logged = (id: string) =>
      database.sql<{ message: string }>('SELECT message FROM job_logs WHERE job_id = $1 ORDER BY id', [id]);

    it('lines are kept in order under the lease, and refused without it', async () => {
      const job = await given.aRunningJob({ queue });
      const zombie = await given.aRunningJob({ queue });
      const line = (message: string) => ({
        jobId: job.id,
        leaseToken: job.leaseToken,
        executionSeq: 1,
        message,
        dataJson: '{"a":1}',
      });
      const stale = { ...line('from the grave'), jobId: zombie.id };
      const writer = room.get(JobLogWriter);
      await Promise.all([writer.append([line('one'), line('two\u0000')]), writer.append([stale, line('three')])]);
      expect((await logged(job.id)).map(({ message }) => message)).toEqual(['one', 'two\uFFFD', 'three']);
      expect(await logged(zombie.id)).toEqual([]);
    });

    it('a job keeps its first 1,000 lines, over all its attempts', async () => {
      const job = await given.aRunningJob({ queue });
      const lines = Array.from({ length: 700 }, (_, index) => ({
        jobId: job.id,
        leaseToken: job.leaseToken,
        executionSeq: 1,
        message: `line ${index}`,
        dataJson: null,
      }));
      await room.get(JobLogWriter).append(lines);
      await room.get(JobLogWriter).append(lines);
      await room.get(JobLogWriter).append(lines);
      const kept = await logged(job.id);
      expect(kept).toHaveLength(1_000);
      expect(kept.at(-1)?.message).toBe('line 299');
    });

    it('a job keeps at most a megabyte, and a line at most 16 KiB', async () => {
      const job = await given.aRunningJob({ queue });
      const message = 'ä'.repeat(10_000);
      await room.get(JobLogWriter).append(
        Array.from({ length: 200 }, () => ({
          jobId: job.id,
          leaseToken: job.leaseToken,
          executionSeq: 1,
          message,
          dataJson: 'not json',
        })),
      );
      const [size] = await database.sql<{ bytes: number; longest: number }>(
        'SELECT sum(octet_length(message)) AS bytes, max(octet_length(message)) AS longest FROM job_logs WHERE job_id = $1',
        [job.id],
      );
      expect(size?.bytes).toBeGreaterThan(900_000);
      expect(size?.bytes).toBeLessThanOrEqual(1_000_000);
      expect(size?.longest).toBeLessThanOrEqual(16_384);
    });
  });

  it('executions stand oldest first, and the attempt in flight last without an outcome', async () => {
    const job = await given.aRunningJob({ queue, attempt: 2, executionSeq: 2 });
    await given.anExecution(
      { ...job, workerId: job.workerId },
      { outcome: 'failed', attempt: 1, error: { name: 'Error', message: 'first' } },
    );
    const executions = await room.get(JobReadModel).executions(queue.projectId, job.id, 0, 10);
    expect(executions.map(({ executionSeq, outcome }) => [executionSeq, outcome])).toEqual([
      [1, 'failed'],
      [2, null],
    ]);
    // Each says since when it was due: its wait goes from there to its claim.
    for (const { dueAt, claimedAt } of executions)
      expect(dueAt?.getTime()).toBeLessThanOrEqual(claimedAt?.getTime() ?? 0);
    expect(await room.get(JobReadModel).get(queue.projectId, job.id)).toMatchObject({
      status: 'running',
      attempt: 2,
      lastError: { message: 'first' },
    });
  });
});
