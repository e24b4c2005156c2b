import { firstIdAt } from '../../kernel/ids.js';
import { loadSql, type Session, type Statement } from '../../platform/database/index.js';

/** Rows that one statement looks at. */
export const PURGE_BATCH = 500;
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const k = PURGE_BATCH;
const listQueuesToPurge = loadSql(import.meta.url, './sql/list-queues-to-purge.sql');
const lockJobsToPurge = loadSql(import.meta.url, './sql/lock-jobs-to-purge.sql', { k });
const purgeJobs = loadSql(import.meta.url, './sql/purge-jobs.sql');
const dropLiveJobs = loadSql(import.meta.url, './sql/drop-live-jobs-of-deleted-queue.sql');
const purgeDeadLetters = loadSql(import.meta.url, './sql/purge-dead-letters.sql', { k });

/** Duties without a cursor: each deletes what it finds, a bounded number of rows at a time. */
export const HOUSEKEEPING = {
  schedule_runs: loadSql(import.meta.url, './sql/purge-schedule-runs.sql', { k }),
  schedules: loadSql(import.meta.url, './sql/remove-deleted-schedules.sql', { k }),
  worker_heartbeats: loadSql(import.meta.url, './sql/purge-worker-heartbeats.sql', { k }),
  workers: loadSql(import.meta.url, './sql/purge-workers.sql', { k }),
  refresh_tokens: loadSql(import.meta.url, './sql/purge-refresh-tokens.sql', { k }),
  auth_attempts: loadSql(import.meta.url, './sql/purge-auth-attempts.sql', { k }),
  password_resets: loadSql(import.meta.url, './sql/purge-password-resets.sql', { k }),
  queues: loadSql(import.meta.url, './sql/remove-empty-queues.sql', { k }),
  projects: loadSql(import.meta.url, './sql/remove-empty-projects.sql', { k }),
} as const satisfies Record<string, Statement>;

export interface QueueToPurge {
  readonly id: string;
  readonly retentionSeconds: number;
  readonly deadLetterRetentionSeconds: number;
  readonly isDeleted: boolean;
  /** The clock of the database. */
  readonly now: Date;
}

interface LockedStretch {
  readonly lastId: string | null;
  readonly examined: number;
  readonly ids: string[];
}

export interface PurgedStretch {
  readonly lastId: string | null;
  readonly examined: number;
  readonly purged: number;
}

/** Ids are minted in order of time: what was made after this instant cannot have been over for that long. */
export function firstTooYoung(now: Date, retentionSeconds: number): string {
  return firstIdAt(new Date(now.getTime() - retentionSeconds * 1000));
}

export class PurgeStore {
  listQueues(session: Session): Promise<QueueToPurge[]> {
    return session.query<QueueToPurge>(listQueuesToPurge);
  }

  /** `retentionSeconds` null: all jobs of the stretch. */
  async lockJobs(
    session: Session,
    queueId: string,
    range: readonly [after: string, before: string],
    retentionSeconds: number | null,
  ) {
    const [stretch] = await session.query<LockedStretch>(lockJobsToPurge, [queueId, ...range, retentionSeconds]);
    return stretch ?? { lastId: null, examined: 0, ids: [] };
  }

  async purgeJobs(session: Session, ids: readonly string[], retentionSeconds: number | null): Promise<number> {
    const [row] = await session.query<{ purged: number }>(purgeJobs, [ids, retentionSeconds]);
    return row?.purged ?? 0;
  }

  async dropLive(session: Session, ids: readonly string[]): Promise<void> {
    await session.execute(dropLiveJobs, [ids]);
  }

  async purgeDeadLetters(session: Session, after: string, before: string): Promise<PurgedStretch> {
    const [stretch] = await session.query<PurgedStretch>(purgeDeadLetters, [after, before]);
    return stretch ?? { lastId: null, examined: 0, purged: 0 };
  }

  async housekeep(session: Session, statement: Statement): Promise<number> {
    const [row] = await session.query<{ purged: number }>(statement);
    return row?.purged ?? 0;
  }
}
