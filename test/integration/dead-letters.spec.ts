import { RotaError } from '../../src/kernel/errors.js';
import { newId } from '../../src/kernel/ids.js';
import { DeadLetterReadModel } from '../../src/modules/dead-letters/dead-letter.read-model.js';
import { DeadLetterService } from '../../src/modules/dead-letters/dead-letter.service.js';
import { DiscardService } from '../../src/modules/dead-letters/discard.service.js';
import { DeadLettersModule } from '../../src/modules/dead-letters/index.js';
import { JobReplayService } from '../../src/modules/dead-letters/job-replay.service.js';
import { ReplayService } from '../../src/modules/dead-letters/replay.service.js';
import { JobReadModel } from '../../src/modules/jobs/index.js';
import type { ProjectScope } from '../../src/modules/tenancy/index.js';
import { endAllJobs } from '../support/bulk-jobs.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aJobsRoom, aScope, type JobsRoom } from '../support/jobs-room.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('dead letters', () => {
  let database: TestDatabase;
  let given: Factories;
  let room: JobsRoom;
  let queue: QueueFixture;
  let scope: ProjectScope;
  let replays: ReplayService;

  beforeAll(async () => {
    database = await createTestDatabase();
    given = new Factories(database);
    room = await aJobsRoom(database, [DeadLettersModule]);
    replays = room.get(ReplayService);
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

  const job = (id: string) => room.get(JobReadModel).get(queue.projectId, id);
  const letter = (id: string) => room.get(DeadLetterReadModel).get(queue.projectId, id);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RotaError);
    return (error as RotaError).code;
  };
  const purge = (id: string) =>
    database.sql('WITH e AS (DELETE FROM job_executions WHERE job_id = $1) DELETE FROM jobs WHERE id = $1', [id]);

  it('a replay puts the same job back with nothing charged, and its history goes on', async () => {
    const dead = await given.aDeadLetter({ queue, attempt: 5, executionSeq: 8, leaseLosses: 2, priority: 30 });
    expect(await replays.replayOne(scope, dead.deadLetterId, { reason: 'fixed' })).toMatchObject({ jobId: dead.id });
    expect(
      await database.sql(
        'SELECT status, attempt, execution_seq, lease_losses, priority, run_at <= now() AS due FROM live_jobs WHERE job_id = $1',
        [dead.id],
      ),
    ).toEqual([{ status: 'queued', attempt: 0, execution_seq: 8, lease_losses: 0, priority: 30, due: true }]);
    expect(await letter(dead.deadLetterId)).toMatchObject({ state: 'replayed', replayCount: 1 });
    expect(await job(dead.id)).toMatchObject({ status: 'queued', deadLetterId: null });
    expect(room.notifier.sent).toEqual([{ channel: 'rota_queued', payload: queue.id }]);
    expect(
      await database.sql('SELECT action, reason FROM audit_log WHERE target_id = $1', [dead.deadLetterId]),
    ).toEqual([{ action: 'dead_letter.replayed', reason: 'fixed' }]);
  });

  it('ten at once make one run; the others are told', async () => {
    const dead = await given.aDeadLetter({ queue });
    const answers = await Promise.all(Array.from({ length: 10 }, () => replays.replay(scope, [dead.deadLetterId])));
    expect(answers.flat().filter((result) => 'jobId' in result)).toHaveLength(1);
    expect(answers.flat().flatMap((result) => ('failure' in result ? [result.failure.code] : []))).toEqual(
      Array.from({ length: 9 }, () => 'ALREADY_REPLAYED'),
    );
    expect(await database.sql('SELECT 1 FROM live_jobs WHERE job_id = $1', [dead.id])).toHaveLength(1);
  });

  it('by letter and by job at once make one run', async () => {
    const dead = await given.aDeadLetter({ queue });
    const answers = await Promise.allSettled([
      replays.replayOne(scope, dead.deadLetterId),
      room.get(JobReplayService).replay(scope, dead.id),
      room.get(JobReplayService).replay(scope, dead.id),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.sql('SELECT 1 FROM jobs WHERE id = $1 OR replay_of = $1', [dead.id])).toHaveLength(1);
  });

  it('a job can be put back ten times', async () => {
    const spent = await given.aDeadLetter({ queue, replayCount: 10 });
    expect(await codeOf(replays.replayOne(scope, spent.deadLetterId))).toBe('REPLAY_CAP');
    const last = await given.aDeadLetter({ queue, replayCount: 9 });
    await replays.replayOne(scope, last.deadLetterId);
    expect(await letter(last.deadLetterId)).toMatchObject({ replayCount: 10 });
  });

  it('a letter survives its job: the replay makes a new job with every option', async () => {
    const options = {
      handler: 'sleep',
      payload: { durationMs: 5 },
      priority: -7,
      maxAttempts: 4,
      timeoutMs: 1_234,
      labels: { a: 'b' },
    };
    const dead = await given.aDeadLetter({ queue, ...options });
    await purge(dead.id);
    const { jobId } = await replays.replayOne(scope, dead.deadLetterId);
    expect(jobId).not.toBe(dead.id);
    expect(await job(jobId)).toMatchObject({
      ...options,
      status: 'queued',
      replayOf: dead.id,
      createdBy: scope.createdBy,
    });
    expect(await codeOf(replays.replayOne(scope, dead.deadLetterId))).toBe('ALREADY_REPLAYED');
  });

  it('an edited payload makes a new job and closes the letter; a bad one is refused and changes nothing', async () => {
    const dead = await given.aDeadLetter({ queue, handler: 'sleep', payload: { durationMs: 5 } });
    const jobReplays = room.get(JobReplayService);
    expect(await codeOf(jobReplays.replay(scope, dead.id, { payload: { durationMs: 'long' } }))).not.toBe(
      'ALREADY_REPLAYED',
    );
    expect(await letter(dead.deadLetterId)).toMatchObject({ state: 'open' });
    const replayed = await jobReplays.replay(scope, dead.id, { payload: { durationMs: 6 } });
    expect(replayed).toMatchObject({ status: 'queued', replayOf: dead.id, payload: { durationMs: 6 } });
    expect(await job(dead.id)).toMatchObject({ status: 'dead_letter' });
    expect(await letter(dead.deadLetterId)).toMatchObject({ state: 'replayed' });
  });

  it('an edited payload that is too large in its stored form is refused by its name, for a dead letter and for any other job', async () => {
    const payload = { value: Array.from({ length: 500 }, () => 1e300) };
    const dead = await given.aDeadLetter({ queue, handler: 'noop' });
    const done = await given.aCompletedJob({ queue, handler: 'noop' });
    for (const { id } of [dead, done])
      expect(await codeOf(room.get(JobReplayService).replay(scope, id, { payload }))).toBe('PAYLOAD_TOO_LARGE');
    expect(await letter(dead.deadLetterId)).toMatchObject({ state: 'open' });
  });

  it('a job that ended otherwise is run again as a new one; one that has not ended is a conflict', async () => {
    const jobReplays = room.get(JobReplayService);
    const done = await given.aCompletedJob({ queue, maxAttempts: 3 });
    expect(await jobReplays.replay(scope, done.id)).toMatchObject({
      status: 'queued',
      replayOf: done.id,
      ownMaxAttempts: 3,
      ownTimeoutMs: null,
    });
    expect(await job(done.id)).toMatchObject({ status: 'completed' });
    expect(await codeOf(jobReplays.replay(scope, (await given.aRunningJob({ queue })).id))).toBe('JOB_NOT_TERMINAL');
    expect(await codeOf(jobReplays.replay(scope, newId()))).toBe('NOT_FOUND');
  });

  it('discard closes the letter, the job stays a dead letter; twice is no error, after a replay it is a conflict', async () => {
    const dead = await given.aDeadLetter({ queue });
    await room.get(DiscardService).discard(scope, dead.deadLetterId);
    await room.get(DiscardService).discard(scope, dead.deadLetterId);
    expect(await letter(dead.deadLetterId)).toMatchObject({ state: 'discarded' });
    expect(await job(dead.id)).toMatchObject({ status: 'dead_letter', deadLetterId: null });
    expect(await codeOf(replays.replayOne(scope, dead.deadLetterId))).toBe('LETTER_DISCARDED');
    const back = await given.aDeadLetter({ queue });
    await replays.replayOne(scope, back.deadLetterId);
    expect(await codeOf(room.get(DiscardService).discard(scope, back.deadLetterId))).toBe('ALREADY_REPLAYED');
  });

  it('of a replay and a discard at once one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const dead = await given.aDeadLetter({ queue });
      const answers = await Promise.allSettled([
        replays.replayOne(scope, dead.deadLetterId),
        room.get(DiscardService).discard(scope, dead.deadLetterId),
      ]);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('a foreign letter is not found, and a deleted queue takes nothing back', async () => {
    const foreign = await given.aDeadLetter({ queue: await given.aQueue({ project: await given.aProject() }) });
    expect(await codeOf(replays.replayOne(scope, foreign.deadLetterId))).toBe('NOT_FOUND');
    const gone = await given.aDeadLetter({
      queue: await given.aQueue({ project: { id: queue.projectId, organizationId: '' }, isDeleted: true }),
    });
    expect(await codeOf(replays.replayOne(scope, gone.deadLetterId))).toBe('QUEUE_GONE');
  });

  it('many by filter: a dry run counts, the run takes what it counted, failures stand alone', async () => {
    const service = room.get(DeadLetterService);
    for (let index = 0; index < 230; index += 1)
      await given.aDeadLetter({ queue, error: { name: index % 2 ? 'TimeoutError' : 'TypeError', message: '' } });
    const spent = await given.aDeadLetter({ queue, replayCount: 10, error: { name: 'TypeError', message: '' } });
    const filter = { queue: queue.name, errorName: 'TypeError' };
    expect(await service.replayMany(scope, { filter, dryRun: true })).toMatchObject({
      isDryRun: true,
      matched: 116,
      succeeded: 0,
    });
    expect(await service.replayMany(scope, { filter })).toMatchObject({
      matched: 116,
      succeeded: 115,
      failed: 1,
      failures: [{ id: spent.deadLetterId, code: 'REPLAY_CAP' }],
      nextCursor: null,
    });
    expect(await database.sql('SELECT 1 FROM live_jobs WHERE queue_id = $1', [queue.id])).toHaveLength(115);
    expect(await service.replayMany(scope, { filter: { queue: queue.name }, limit: 100 })).toMatchObject({
      succeeded: 99,
      failed: 1,
      nextCursor: expect.any(String),
    });
  });

  it('letters that cannot be replayed stay, and hold up nothing behind them', async () => {
    const service = room.get(DeadLetterService);
    const able = await given.aDeadLetter({ queue });
    for (let index = 0; index < 3; index += 1) await given.aDeadLetter({ queue, replayCount: 10 });
    const selection = { filter: { queue: queue.name }, limit: 3 };
    const first = await service.replayMany(scope, selection);
    expect(first).toMatchObject({ succeeded: 0, failed: 3 });
    const rest = await service.replayMany(scope, { ...selection, cursor: first.nextCursor ?? undefined });
    expect(rest).toMatchObject({ succeeded: 1, failed: 0, nextCursor: null });
    expect(await letter(able.deadLetterId)).toMatchObject({ state: 'replayed' });
  });

  it.each(['completed', 'cancelled'] as const)(
    'all %s jobs are replayed, each once, although they stay in the selection',
    async (status) => {
      const ended: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        const job = status === 'completed' ? given.aCompletedJob({ queue }) : given.aCancelledJob({ queue });
        ended.push((await job).id);
      }
      const service = room.get(JobReplayService);
      let cursor: string | undefined;
      do {
        const body = { filter: { queue: queue.name, status }, limit: 3, cursor };
        const part = await service.replaySelected(scope, body);
        // What runs as new may end before the walk does.
        await endAllJobs(database.app, queue.id, status);
        cursor = part.nextCursor ?? undefined;
      } while (cursor !== undefined);
      const made = await database.sql<{ replay_of: string }>(
        'SELECT replay_of FROM jobs WHERE queue_id = $1 AND replay_of IS NOT NULL',
        [queue.id],
      );
      expect(made.map(({ replay_of }) => replay_of).sort()).toEqual(ended.sort());
    },
  );

  it.each([undefined, 'dead_letter'] as const)(
    'a filter by status %s brings back no job whose letter was discarded; its id does, as a new job',
    async (status) => {
      const service = room.get(JobReplayService);
      const open = await given.aDeadLetter({ queue });
      const discarded = await given.aDeadLetter({ queue, isDiscarded: true });
      const selection = { filter: { queue: queue.name, status } };
      expect(await service.replaySelected(scope, { ...selection, dryRun: true })).toMatchObject({ matched: 1 });
      expect(await service.replaySelected(scope, selection)).toMatchObject({ matched: 1, succeeded: 1, failed: 0 });
      const live = () =>
        database.sql<{ job_id: string }>('SELECT job_id FROM live_jobs WHERE queue_id = $1', [queue.id]);
      expect((await live()).map(({ job_id }) => job_id)).toEqual([open.id]);
      expect(await service.replaySelected(scope, { ids: [discarded.id] })).toMatchObject({ succeeded: 1 });
      expect(await live()).toHaveLength(2);
    },
  );

  it('lists by state, newest first, with limit 1 to the end', async () => {
    const open = [await given.aDeadLetter({ queue, reason: 'worker_lost' }), await given.aDeadLetter({ queue })]
      .map(({ deadLetterId }) => deadLetterId)
      .reverse();
    const discarded = await given.aDeadLetter({ queue, isDiscarded: true });
    const service = room.get(DeadLetterService);
    const walk = async (query: object): Promise<string[]> => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await service.list(queue.projectId, { state: 'open', limit: 1, cursor, ...query });
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    expect(await walk({})).toEqual(open);
    expect(await walk({ reason: 'worker_lost' })).toEqual([open[1]]);
    expect(await walk({ state: 'discarded' })).toEqual([discarded.deadLetterId]);
    expect(await walk({ state: 'replayed' })).toEqual([]);
  });

  it('many jobs by ids: open letters go back, others run anew, what lives is a failure', async () => {
    const dead = await given.aDeadLetter({ queue });
    const done = await given.aCompletedJob({ queue });
    const live = await given.aQueuedJob({ queue });
    const result = await room.get(JobReplayService).replaySelected(scope, { ids: [dead.id, done.id, live.id] });
    expect(result).toMatchObject({ succeeded: 2, failed: 1, failures: [{ id: live.id, code: 'JOB_NOT_TERMINAL' }] });
    expect(await room.get(JobReplayService).replaySelected(scope, { filter: {}, dryRun: true })).toMatchObject({
      matched: 0,
    });
  });
});
