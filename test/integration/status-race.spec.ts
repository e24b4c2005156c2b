import { newId } from '../../src/kernel/ids.js';
import type { JobStatus } from '../../src/kernel/job-state.js';
import { Claimer, ClaimStore, FinishStore } from '../../src/modules/claiming/index.js';
import { DeadLetterReadModel } from '../../src/modules/dead-letters/dead-letter.read-model.js';
import { DiscardService } from '../../src/modules/dead-letters/discard.service.js';
import { DeadLettersModule } from '../../src/modules/dead-letters/index.js';
import { ReplayService } from '../../src/modules/dead-letters/replay.service.js';
import { BulkEnqueueService } from '../../src/modules/jobs/bulk-enqueue.service.js';
import { JobCommandService } from '../../src/modules/jobs/job-command.service.js';
import { JobListReadModel } from '../../src/modules/jobs/job-list.read-model.js';
import { PurgeStore as RetentionStore } from '../../src/modules/reaping/purge.store.js';
import { PurgeStore as QueuePurgeStore } from '../../src/modules/queues/purge.store.js';
import type { ProjectScope } from '../../src/modules/tenancy/index.js';
import { Factories, type QueueFixture } from '../support/factories.js';
import { aJobsRoom, aScope, type JobsRoom } from '../support/jobs-room.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const STATUSES: readonly JobStatus[] = [
  'scheduled',
  'queued',
  'claimed',
  'running',
  'completed',
  'cancelled',
  'dead_letter',
];
const JOBS = 10_000;
/** The race lasts so long, and on a busy machine as long as it takes until enough has happened in it. */
const RACE_MS = 12_000;
const MOST_MS = 120_000;

describe('replay, cancel, purge and status lists at once', () => {
  let database: TestDatabase;
  let room: JobsRoom;
  let queue: QueueFixture;
  let doomedQueue: QueueFixture;
  let scope: ProjectScope;
  let endsAtMs = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    const given = new Factories(database);
    room = await aJobsRoom(database, [DeadLettersModule]);
    queue = await given.aQueue({ name: 'busy' });
    doomedQueue = await given.aQueue({ name: 'doomed' });
    scope = aScope(queue.projectId, 'key');
    for (let start = 0; start < JOBS; start += 1_000) {
      await room.get(BulkEnqueueService).enqueue(
        scope,
        Array.from({ length: 1_000 }, (_, index) => ({
          queue: index % 10 === 0 ? 'doomed' : 'busy',
          handler: 'noop',
          payload: {},
          priority: index % 3,
          ...(index % 5 === 0 ? { delayMs: 3_600_000 } : {}),
        })),
      );
    }
  });

  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const hasSeenEnough = (): boolean => replays > 100 && purged > 100 && walks > 3;
  const isOver = (): boolean => {
    const lateMs = performance.now() - endsAtMs;
    return lateMs > MOST_MS || (lateMs > 0 && hasSeenEnough());
  };
  const every = async (act: () => Promise<unknown>): Promise<number> => {
    let rounds = 0;
    for (; !isOver(); rounds += 1) {
      await act();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return rounds;
  };
  const someIds = async (status: JobStatus, limit: number): Promise<string[]> => {
    const page = await room.get(JobListReadModel).list(queue.projectId, { status }, limit);
    return page.jobs.map(({ id }) => id);
  };

  /** Claims by the real statements and ends each attempt by chance. */
  const work = async (): Promise<unknown> => {
    const claimer = new Claimer(new ClaimStore(database.hot), { workerId: newId(), leaseMs: 60_000, queues: null });
    const finish = new FinishStore(database.hot);
    return every(async () => {
      const jobs = await claimer.claim(40);
      if (jobs.length === 0) claimer.wake();
      const nowMs = performance.now();
      await finish.finish(
        jobs.map((job) => {
          const dice = Math.random();
          const fate = dice < 0.3 ? 'complete' : dice < 0.4 ? 'retry' : 'dead_letter';
          return {
            jobId: job.jobId,
            leaseToken: job.leaseToken,
            executionSeq: job.executionSeq,
            outcome: fate === 'complete' ? 'completed' : 'failed',
            fate,
            startedAtMs: nowMs,
            finishedAtMs: nowMs,
            delayMs: fate === 'retry' ? 3_600_000 : null,
            errorJson: fate === 'complete' ? null : '{"name":"Error","message":"by chance"}',
            resultJson: null,
            letterId: fate === 'dead_letter' ? newId() : null,
            reason: fate === 'dead_letter' ? 'attempts_exhausted' : null,
          };
        }),
      );
    });
  };

  let replays = 0;
  /** Two of these see the same letters: a double click, all the time. */
  const replay = (): Promise<unknown> =>
    every(async () => {
      const { letters } = await room.get(DeadLetterReadModel).list(queue.projectId, { state: 'open' }, 30);
      const results = await room.get(ReplayService).replay(
        scope,
        letters.map(({ id }) => id),
      );
      replays += results.filter((result) => 'jobId' in result).length;
      for (const result of results) {
        if ('failure' in result)
          expect(result.failure.code).toMatch(/^(ALREADY_REPLAYED|LETTER_DISCARDED|REPLAY_CAP)$/);
      }
    });

  const discard = (): Promise<unknown> =>
    every(async () => {
      const { letters } = await room.get(DeadLetterReadModel).list(queue.projectId, { state: 'open' }, 3);
      await Promise.allSettled(letters.slice(0, 1).map(({ id }) => room.get(DiscardService).discard(scope, id)));
    });

  const cancel = (): Promise<unknown> =>
    every(async () => {
      for (const status of ['queued', 'scheduled', 'claimed'] as const) {
        await room.get(JobCommandService).apply('cancel', scope, (await someIds(status, 40)).slice(-5));
      }
    });

  const retry = (): Promise<unknown> =>
    every(async () => room.get(JobCommandService).apply('retry', scope, (await someIds('scheduled', 40)).slice(0, 10)));

  let purged = 0;
  /** Retention with no age at all: a job may be removed as soon as it has ended, while its letter is being replayed. */
  const purge = (): Promise<unknown> => {
    const store = new RetentionStore();
    let after = '00000000-0000-0000-0000-000000000000';
    return every(async () => {
      const stretch = await database.control.transaction(async (session) => {
        const found = await store.lockJobs(session, queue.id, [after, 'ffffffff-ffff-ffff-ffff-ffffffffffff'], 0);
        const some = found.ids.filter((_, index) => index % 20 === 0);
        purged += some.length === 0 ? 0 : await store.purgeJobs(session, some, 0);
        return found;
      });
      after = stretch.lastId ?? '00000000-0000-0000-0000-000000000000';
    });
  };

  const empty = async (): Promise<unknown> => {
    const store = new QueuePurgeStore(database.hot);
    return every(() => store.purgeQueued(doomedQueue.id));
  };

  const walk = async (status: JobStatus | undefined, limit: number): Promise<string[]> => {
    const ids: string[] = [];
    let before: string | undefined;
    do {
      const page = await room.get(JobListReadModel).list(queue.projectId, { status }, limit, before);
      for (const job of page.jobs) if (status !== undefined) expect(job.status).toBe(status);
      ids.push(...page.jobs.map(({ id }) => id));
      before = page.nextBefore;
    } while (before !== undefined);
    return ids;
  };

  let walks = 0;
  const look = (): Promise<unknown> =>
    every(async () => {
      const status = STATUSES[walks % STATUSES.length];
      const ids = await walk(status, 200);
      expect(new Set(ids).size).toBe(ids.length);
      walks += 1;
    });

  it('the status of each of 10,000 jobs equals the reference model, and nothing is an orphan', async () => {
    endsAtMs = performance.now() + RACE_MS;
    await Promise.all([work(), work(), replay(), replay(), discard(), cancel(), retry(), purge(), empty(), look()]);
    expect(replays).toBeGreaterThan(100);
    expect(purged).toBeGreaterThan(100);
    expect(walks).toBeGreaterThan(3);

    const model = await referenceModel(database);
    expect(model.orphans).toEqual([]);
    for (const status of STATUSES) {
      const expected = [...model.statuses].filter(([, found]) => found === status).map(([id]) => id);
      expect({ status, ids: new Set(await walk(status, 200)) }).toEqual({ status, ids: new Set(expected) });
    }
    expect(new Set(await walk(undefined, 200))).toEqual(new Set(model.statuses.keys()));
    const view = await database.sql<{ id: string; status: string }>('SELECT job_id AS id, status FROM job_statuses');
    expect(new Map(view.map(({ id, status }) => [id, status]))).toEqual(model.statuses);

    const letters = await database.sql<{ jobId: string; isOpen: boolean; isReplayed: boolean }>(
      `SELECT job_id AS "jobId", replayed_at IS NULL AND discarded_at IS NULL AS "isOpen", replayed_at IS NOT NULL AS "isReplayed" FROM dead_letters`,
    );
    const open = letters.filter(({ isOpen }) => isOpen).map(({ jobId }) => jobId);
    expect(new Set(open).size).toBe(open.length);
    for (const jobId of open) expect(model.statuses.get(jobId) ?? 'dead_letter').toBe('dead_letter');
    // Each replay made exactly one run, whatever was clicked twice.
    expect(letters.filter(({ isReplayed }) => isReplayed)).toHaveLength(replays);
    // What is gone was removed by retention, and by nothing else.
    const [kept] = await database.sql<{ count: number }>('SELECT count(*) FROM jobs WHERE replay_of IS NULL');
    expect(kept?.count).toBeGreaterThanOrEqual(JOBS - purged);
  }, 200_000);
});

/** From the rows alone: where a job is live it is that; else what the last of its executions says. */
async function referenceModel(database: TestDatabase): Promise<{ statuses: Map<string, string>; orphans: string[] }> {
  const jobs = await database.sql<{ id: string }>('SELECT id FROM jobs');
  const live = await database.sql<{ id: string; status: string }>('SELECT job_id AS id, status FROM live_jobs');
  const executions = await database.sql<{ id: string; seq: number; finalStatus: string | null }>(
    'SELECT job_id AS id, execution_seq AS seq, final_status AS "finalStatus" FROM job_executions',
  );
  const liveStatus = new Map(live.map(({ id, status }) => [id, status]));
  const last = new Map<string, { seq: number; finalStatus: string | null }>();
  for (const { id, seq, finalStatus } of executions) {
    if ((last.get(id)?.seq ?? -1) < seq) last.set(id, { seq, finalStatus });
  }
  const known = new Set(jobs.map(({ id }) => id));
  const statuses = new Map<string, string>();
  const orphans: string[] = [];
  for (const id of known) {
    const status = liveStatus.get(id) ?? last.get(id)?.finalStatus;
    if (status) statuses.set(id, status);
    else orphans.push(`job ${id} neither lives nor has ended`);
  }
  for (const { id } of live) if (!known.has(id)) orphans.push(`live row of ${id} has no job`);
  for (const { id } of executions) if (!known.has(id)) orphans.push(`execution of ${id} has no job`);
  return { statuses, orphans };
}
