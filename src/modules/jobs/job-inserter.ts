import { Inject, Injectable, Optional } from '@nestjs/common';
import { Notifier, type Session } from '../../platform/database/index.js';
import { EnqueueStore } from './enqueue.store.js';
import { EnqueuedCounter } from './enqueued-counter.js';
import { type InsertedJob, type NewJob } from './new-job.js';
import { QUEUED_CHANNEL } from './queue-hints.js';

/** Stores jobs inside a transaction of the caller's own (a schedule's fire, a replay). */
@Injectable()
export class JobInserter {
  constructor(
    private readonly store: EnqueueStore,
    private readonly notifier: Notifier,
    @Optional() @Inject(EnqueuedCounter) private readonly enqueued: EnqueuedCounter | null = null,
  ) {}

  /** All or none. A job whose id is stored already is answered as it stands. Call {@link announce} after the commit. */
  async insert(session: Session, jobs: readonly NewJob[]): Promise<InsertedJob[]> {
    const outcomes = await this.store.enqueue(
      session,
      jobs.map((job) => ({ job })),
    );
    return outcomes.map((outcome) => {
      if (outcome.kind !== 'created') throw new Error('a job without a key cannot meet one');
      return outcome.job;
    });
  }

  /** After the commit: counts the jobs, and tells the workers about queues that got due ones. A hint; nothing depends on it. */
  announce(jobs: readonly Pick<InsertedJob, 'queueId' | 'status' | 'handler'>[]): void {
    for (const job of jobs) {
      this.count(job);
      if (job.status === 'queued') this.hint(job.queueId);
    }
  }

  /** After the commit of a job whose hint is on its way already. */
  count(job: Pick<InsertedJob, 'queueId' | 'status' | 'handler'>): void {
    this.enqueued?.add(job);
  }

  /** Tells the workers about a queue that got due jobs. */
  hint(queueId: string): void {
    this.notifier.notify(QUEUED_CHANNEL, queueId);
  }
}
