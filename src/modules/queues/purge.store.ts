import { Injectable } from '@nestjs/common';
import { HotDatabase, loadSql } from '../../platform/database/index.js';

/** Jobs that one statement cancels, or looks at: some ten milliseconds on the hot pool. */
export const PURGE_BATCH = 1_000;

const PURGE_QUEUED = loadSql(import.meta.url, './sql/purge-queued.sql', { batch: PURGE_BATCH });
const PURGE_SCHEDULED = loadSql(import.meta.url, './sql/purge-scheduled.sql', { candidates: PURGE_BATCH });

/** Before every id: the walk over the scheduled jobs begins there. */
export const FIRST_SCHEDULED = '00000000-0000-0000-0000-000000000000';

export interface PurgedQueue {
  readonly id: string;
  readonly projectId: string;
}

@Injectable()
export class PurgeStore {
  constructor(private readonly database: HotDatabase) {}

  async purgeQueued(queueId: string): Promise<number> {
    const [row] = await this.database.query<{ cancelled: number }>(PURGE_QUEUED, [queueId]);
    return row?.cancelled ?? 0;
  }

  /** `next` is absent when every scheduled job of the project was looked at. */
  async purgeScheduled(
    { id, projectId }: PurgedQueue,
    after: string,
  ): Promise<{ cancelled: number; next: string | undefined }> {
    const [row] = await this.database.query<{ cancelled: number; examined: number; lastJobId: string }>(
      PURGE_SCHEDULED,
      [id, projectId, after],
    );
    const isDone = row === undefined || row.examined < PURGE_BATCH;
    return { cancelled: row?.cancelled ?? 0, next: isDone ? undefined : row.lastJobId };
  }
}
