import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { FreshCache } from '../../platform/cache/index.js';
import { AppDatabase } from '../../platform/database/index.js';

/** Which project a queue belongs to, which never changes. */
@Injectable()
export class QueueOwners {
  private readonly projects = new FreshCache<string | undefined>({ maxAgeMs: 3_600_000, maxEntries: 10_000 });

  constructor(private readonly database: AppDatabase) {}

  /** Undefined for an unknown queue, and while the database is away: it is asked for a hint only. */
  async projectOf(queueId: string): Promise<string | undefined> {
    if (!isUuid(queueId)) return undefined;
    return this.projects.get(queueId, () => this.read(queueId)).catch(() => undefined);
  }

  private async read(queueId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ projectId: string }>(
      'SELECT project_id AS "projectId" FROM queues WHERE id = $1',
      [queueId],
    );
    return row?.projectId;
  }
}
