import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { errorOf, failure } from './replay.service.js';

/** Closes letters without a run. */
@Injectable()
export class DiscardService {
  constructor(
    private readonly database: AppDatabase,
    private readonly letters: DeadLetterStore,
    private readonly audit: AuditService,
  ) {}

  /**
   * The job stays dead_letter. Discarding twice is no error.
   * @throws RotaError not_found or conflict (`ALREADY_REPLAYED`)
   */
  async discard(scope: ProjectScope, id: string, reason?: string): Promise<void> {
    await this.database.transaction(async (session) => {
      const [letter] = await this.letters.lockLetters(session, scope.projectId, [id]);
      if (!letter) throw errorOf(failure(id, 'NOT_FOUND', 'dead letter not found'));
      if (letter.replayedAt) throw errorOf(failure(id, 'ALREADY_REPLAYED', 'the dead letter has been replayed'));
      if (letter.discardedAt) return;
      await this.letters.discard(session, [id]);
      if (scope.principal.kind !== 'user') return;
      const after = { jobId: letter.jobId };
      await this.audit.record(session, scope, {
        action: 'dead_letter.discarded',
        targetKind: 'dead_letter',
        targetId: id,
        after,
        reason,
      });
    });
  }
}
