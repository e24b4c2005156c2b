import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService, systemScope } from '../audit/index.js';
import { resumptionOf } from './queue-audit.js';
import { QueueStore } from './queue.store.js';

/** Un-pauses every queue of an installation; for the command line. */
@Injectable()
export class QueueResumption {
  private readonly store = new QueueStore();

  constructor(
    private readonly database: AppDatabase,
    private readonly audit: AuditService,
  ) {}

  /**
   * How many were paused; each stands in the audit log of its project, under the one `requestId` of the call. Workers find out by
   * themselves: how often they look is theirs to say.
   */
  async resumeAll(requestId: string): Promise<number> {
    let resumed = 0;
    for (const { id, ...place } of await this.store.listPaused(this.database)) {
      resumed += await this.database.transaction(async (session) => {
        const queue = await this.store.lock(session, place.projectId, id);
        if (!queue?.pausedAt) return 0;
        await this.audit.record(session, systemScope(place, requestId), resumptionOf(queue));
        await this.store.resume(session, id);
        return 1;
      });
    }
    return resumed;
  }
}
