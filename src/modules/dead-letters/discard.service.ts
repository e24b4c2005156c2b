import { Injectable } from '@nestjs/common';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import type { LockedLetter } from './dead-letter.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { errorOf, failure, type LetterFailure } from './replay.service.js';

export type DiscardResult = { readonly id: string } | LetterFailure;

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
    const [result] = await this.discardMany(scope, [id], reason);
    if (result && 'failure' in result) throw errorOf(result);
  }

  /** One result per letter, in the order given. All letters of a call are one transaction. */
  async discardMany(scope: ProjectScope, ids: readonly string[], reason?: string): Promise<DiscardResult[]> {
    return this.database.transaction(async (session) => {
      const letters = new Map(
        (await this.letters.lockLetters(session, scope.projectId, ids)).map((one) => [one.id, one]),
      );
      const open = [...letters.values()].filter((letter) => !letter.replayedAt && !letter.discardedAt);
      if (open.length > 0) {
        await this.letters.discard(
          session,
          open.map(({ id }) => id),
        );
        await this.record(session, scope, open, reason);
      }
      return ids.map((id) => {
        const letter = letters.get(id);
        if (!letter) return failure(id, 'NOT_FOUND', 'dead letter not found');
        return letter.replayedAt ? failure(id, 'ALREADY_REPLAYED', 'the dead letter has been replayed') : { id };
      });
    });
  }

  private async record(
    session: Session,
    scope: ProjectScope,
    discarded: readonly LockedLetter[],
    reason?: string,
  ): Promise<void> {
    const [first] = discarded;
    if (first === undefined || scope.principal.kind === 'api_key') return;
    const isSingle = discarded.length === 1;
    await this.audit.record(session, scope, {
      action: 'dead_letter.discarded',
      targetKind: 'dead_letter',
      targetId: isSingle ? first.id : null,
      after: isSingle
        ? { jobId: first.jobId }
        : { count: discarded.length, deadLetterIds: discarded.map(({ id }) => id) },
      reason,
    });
  }
}
