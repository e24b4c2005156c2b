import type { Session } from '../../platform/database/index.js';
import { QueueStore } from './queue.store.js';

/** Un-pauses every queue of an installation; for the command line. */
export class QueueResumption {
  private readonly store = new QueueStore();

  constructor(private readonly database: Session) {}

  /** How many were paused. Workers find out by themselves: how often they look is theirs to say. */
  resumeAll(): Promise<number> {
    return this.store.resumeAll(this.database);
  }
}
