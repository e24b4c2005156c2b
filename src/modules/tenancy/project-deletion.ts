import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';

type OnProjectDeleted = (session: Session, projectId: string) => Promise<void>;

/**
 * Deleting a project marks it. Modules that own what hangs on a project mark theirs in the same transaction: they stand
 * above this module, so they register here what is to be done.
 */
@Injectable()
export class ProjectDeletion {
  private readonly steps: OnProjectDeleted[] = [];

  onDelete(step: OnProjectDeleted): void {
    this.steps.push(step);
  }

  async run(session: Session, projectId: string): Promise<void> {
    for (const step of this.steps) await step(session, projectId);
  }
}
