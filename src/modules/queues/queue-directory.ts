import { Injectable } from '@nestjs/common';
import { FreshCache } from '../../platform/cache/index.js';
import { AppDatabase } from '../../platform/database/index.js';
import type { QueueSettings } from './queue-settings.js';
import { QueueStore } from './queue.store.js';

/** Finds queues by id or name. An answer is at most a second old; never another project's queue, never a deleted one. */
@Injectable()
export class QueueDirectory {
  private readonly queues = new FreshCache<QueueSettings | undefined>({ maxAgeMs: 1_000, maxEntries: 10_000 });

  constructor(
    private readonly database: AppDatabase,
    private readonly store: QueueStore,
  ) {}

  find(projectId: string, idOrName: string): Promise<QueueSettings | undefined> {
    return this.queues.get(`${projectId} ${idOrName}`, () => this.store.find(this.database, projectId, idOrName));
  }

  /** After a change made in this process. */
  forget(queue: QueueSettings): void {
    this.queues.forget(`${queue.projectId} ${queue.id}`);
    this.queues.forget(`${queue.projectId} ${queue.name}`);
  }

  forgetAll(): void {
    this.queues.clear();
  }
}
