import type { Notifier } from '../../platform/database/index.js';
import { ChangeAnnouncer, type Topic } from '../changes/index.js';
import type { ClaimedJob } from '../claiming/index.js';
import type { HeldJob } from './held-job.js';

/** Hints to those who look at a project, about what this worker does with its jobs. */
export class HeldJobChanges {
  private readonly changes: ChangeAnnouncer;

  constructor(
    notifier: Notifier,
    private readonly held: () => ReadonlyMap<number, HeldJob>,
  ) {
    this.changes = ChangeAnnouncer.of(notifier);
  }

  readonly claimed = ({ queue }: ClaimedJob): void => this.changes.changed(queue.projectId, 'jobs');

  readonly marked = ({ claimed }: HeldJob): void => this.claimed(claimed);

  /** The row of the job with this lease index was written. */
  readonly written = (index: number, topic: Topic): void => {
    const job = this.held().get(index);
    if (job) this.changes.changed(job.claimed.queue.projectId, topic);
  };
}
