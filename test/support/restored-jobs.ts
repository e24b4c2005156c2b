import type { JobFixture } from './factories.js';
import type { FaultRoom } from './fault-room.js';
import { SHORT_LEASE } from './rota-process.js';
import { until } from './until.js';

/** What stands in a database when its backup is taken. */
export interface JobsOfBackup {
  readonly done: JobFixture;
  readonly dead: JobFixture;
  readonly running: JobFixture;
  readonly delayed: JobFixture;
  readonly history: readonly unknown[];
}

/** Jobs of each fate, one of them in the middle of its only attempt. */
export async function jobsForBackup(room: FaultRoom): Promise<JobsOfBackup> {
  const queue = await room.factories.aQueue({ maxAttempts: 1 });
  await Promise.all([room.fleet.worker(SHORT_LEASE), room.fleet.scheduler()]);
  const done = await room.job('sleep', { ms: 5 }, { queue });
  const dead = await room.job('throw', { what: 'nonRetryable' }, { queue });
  const delayed = await room.factories.aScheduledJob({ queue, handler: 'fault.quick', dueInMs: 3_600_000 });
  const running = await room.job('sleep', { ms: 600_000 }, { queue });
  await room.running(running);
  await until(async () => (await room.count('job_executions')) === 2, 'the short ones have ended');
  const history = await historyOf(room, { done, dead });
  return { done, dead, running, delayed, history };
}

/** On what was restored: all roles run, nothing of the past is lost, and what was in flight runs again uncharged. */
export async function expectRestored(room: FaultRoom, jobs: JobsOfBackup): Promise<void> {
  const { running, delayed, history } = jobs;
  expect(await historyOf(room, jobs)).toEqual(history);
  const [worker, scheduler] = await Promise.all([room.fleet.worker(), room.fleet.scheduler(SHORT_LEASE)]);
  await room.fleet.start('api', { API_PORT: '0', ...API_SECRETS }).ready();
  await until(
    async () => (await room.story(running)).includes('lease_expired 1 refunded'),
    'the lease of the past is taken back',
  );
  await until(async () => {
    const [row] = await room.database.sql<{ status: string; attempt: number }>(
      'SELECT status, attempt FROM live_jobs WHERE job_id = $1',
      [running.id],
    );
    return row?.status === 'running' && row.attempt === 1;
  }, 'its only attempt runs again');
  expect(await room.count('jobs')).toBe(4);
  expect(await room.count("live_jobs WHERE job_id = $1 AND status = 'scheduled'", [delayed.id])).toBe(1);
  expect(await room.count('dead_letters WHERE job_id = $1', [jobs.dead.id])).toBe(1);
  const fresh = await room.job('quick');
  await until(async () => (await room.story(fresh)).includes('completed 1'), 'a new job runs');
  expect(await historyOf(room, jobs)).toEqual(history);
  expect([worker, scheduler].map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
}

async function historyOf(room: FaultRoom, { done, dead }: Pick<JobsOfBackup, 'done' | 'dead'>): Promise<unknown[]> {
  return [...(await room.executions(done)), ...(await room.executions(dead))];
}

const API_SECRETS = {
  JWT_SECRET: 'planted: access tokens of a restore, long enough',
  JWT_REFRESH_SECRET: 'planted: refresh tokens of a restore, long enough',
};
