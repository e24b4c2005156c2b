import { Injectable } from '@nestjs/common';
import { HotDatabase, loadSql } from '../../platform/database/index.js';

/** Jobs that one statement cancels, or looks at: some ten milliseconds on the hot pool. */
export const PURGE_BATCH = 1_000;

const PURGE_QUEUED = loadSql(import.meta.url, './sql/purge-queued.sql', { batch: PURGE_BATCH });
const PURGE_SCHEDULED = loadSql(import.meta.url, './sql/purge-scheduled.sql', { candidates: PURGE_BATCH });

/** Where the walk over the scheduled jobs stands. Text, because a Date would lose the microseconds. */
export interface ScheduledCursor {
  readonly runAt: string;
  readonly jobId: string;
}

export const FIRST_SCHEDULED: ScheduledCursor = { runAt: '-infinity', jobId: '00000000-0000-0000-0000-000000000000' };

@Injectable()
export class PurgeStore {
  constructor(private readonly database: HotDatabase) {}

  async purgeQueued(queueId: string): Promise<number> {
    const [row] = await this.database.query<{ cancelled: number }>(PURGE_QUEUED, [queueId]);
    return row?.cancelled ?? 0;
  }

  /** `next` is absent when every scheduled job was looked at. */
  async purgeScheduled(
    queueId: string,
    after: ScheduledCursor,
  ): Promise<{ cancelled: number; next: ScheduledCursor | undefined }> {
    const [row] = await this.database.query<{
      cancelled: number;
      examined: number;
      lastRunAt: string;
      lastJobId: string;
    }>(PURGE_SCHEDULED, [queueId, after.runAt, after.jobId]);
    const isDone = row === undefined || row.examined < PURGE_BATCH;
    return {
      cancelled: row?.cancelled ?? 0,
      next: isDone ? undefined : { runAt: row.lastRunAt, jobId: row.lastJobId },
    };
  }
}
