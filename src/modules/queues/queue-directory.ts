import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import type { QueueSettings } from './queue-settings.js';
import { QUEUE_COLUMNS } from './queue-columns.js';

/** Finds queues by id or name. An answer is at most a second old; never another project's queue, never a deleted one. */
@Injectable()
export class QueueDirectory {
  constructor(private readonly database: AppDatabase) {}

  async find(projectId: string, idOrName: string): Promise<QueueSettings | undefined> {
    const column = isUuid(idOrName) ? 'id' : 'name';
    const rows = await this.database.query<QueueSettings>(
      `SELECT ${QUEUE_COLUMNS} FROM queues WHERE project_id = $1 AND ${column} = $2 AND deleted_at IS NULL`,
      [projectId, idOrName],
    );
    return rows[0];
  }
}
