import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { FIRST_SCHEDULED, PURGE_BATCH, type PurgedQueue, PurgeStore } from './purge.store.js';
import { QueueStore } from './queue.store.js';

export interface Purged {
  readonly cancelledCount: number;
  /** The call reached its bound before the queue was empty. */
  readonly hasMore: boolean;
}

/** A call ends after so long, so that no proxy gives it up and no loop of enqueues keeps it for ever. */
const BUDGET_MS = 8_000;

/** Cancels what waits in a queue; what is claimed or running goes on. */
@Injectable()
export class PurgeService {
  constructor(
    private readonly database: AppDatabase,
    private readonly queues: QueueStore,
    private readonly store: PurgeStore,
    private readonly audit: AuditService,
  ) {}

  /** Batch by batch, each a transaction of its own: claims and enqueues go on between them. Throws `not_found`. */
  async purge(scope: ProjectScope, idOrName: string, reason: string | undefined): Promise<Purged> {
    const queue = await this.queues.find(this.database, scope.projectId, idOrName);
    if (!queue) throw RotaError.notFound('queue');
    const purged = await this.cancelWaiting({ id: queue.id, projectId: scope.projectId });
    await this.audit.record(this.database, scope, {
      action: 'queue.purged',
      targetKind: 'queue',
      targetId: queue.id,
      after: { name: queue.name, ...purged },
      reason,
    });
    return purged;
  }

  private async cancelWaiting(queue: PurgedQueue): Promise<Purged> {
    const endsAtMs = performance.now() + BUDGET_MS;
    let cancelledCount = 0;
    // Scheduled ones first: one that is promoted meanwhile is then found among the queued.
    for (let cursor: string | undefined = FIRST_SCHEDULED; cursor !== undefined;) {
      if (performance.now() > endsAtMs) return { cancelledCount, hasMore: true };
      const batch: { cancelled: number; next: string | undefined } = await this.store.purgeScheduled(queue, cursor);
      cancelledCount += batch.cancelled;
      cursor = batch.next;
    }
    for (let cancelled = PURGE_BATCH; cancelled === PURGE_BATCH; cancelledCount += cancelled) {
      if (performance.now() > endsAtMs) return { cancelledCount, hasMore: true };
      cancelled = await this.store.purgeQueued(queue.id);
    }
    return { cancelledCount, hasMore: false };
  }
}
