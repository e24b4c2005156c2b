import { Injectable } from '@nestjs/common';
import { mapPage, type Page } from '../../platform/http/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import type { ListQueuesQuery } from './list-queues.request.js';
import type { QueueSettings } from './queue-settings.js';
import { type QueueStats, QueueStatsReadModel } from './queue-stats.read-model.js';
import { QueueService } from './queue.service.js';

/** A queue with its figures, if they were asked for. */
export type ListedQueue = QueueSettings & { readonly stats: QueueStats | null };

/** The queues of a project, alone or with what stands in them. */
@Injectable()
export class QueueListService {
  constructor(
    private readonly queues: QueueService,
    private readonly stats: QueueStatsReadModel,
  ) {}

  async list(scope: ProjectScope, query: ListQueuesQuery): Promise<Page<ListedQueue>> {
    const page = await this.queues.list(scope, query);
    const stats = query.with === 'stats' ? await this.stats.readMany(page.data) : new Map<string, QueueStats>();
    return mapPage(page, (queue) => ({ ...queue, stats: stats.get(queue.id) ?? null }));
  }
}
