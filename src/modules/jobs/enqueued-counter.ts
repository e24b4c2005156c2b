import type { Metrics } from '../../platform/metrics/index.js';
import type { QueueNames } from '../queues/index.js';
import { ENQUEUE_METRICS } from './jobs.metrics.js';
import type { InsertedJob } from './new-job.js';

const MAX_PENDING_QUEUES = 10_000;

/**
 * Counts what was stored by queue and handler. A job knows its queue by id alone, so names are looked up when a scrape comes: an
 * enqueue costs two look-ups in memory.
 */
export class EnqueuedCounter {
  private readonly pending = new Map<string, Map<string, number>>();

  constructor(
    private readonly metrics: Metrics,
    private readonly names: QueueNames,
  ) {
    metrics.beforeScrape(() => this.publish());
  }

  /** After the commit. */
  add({ queueId, handler }: Pick<InsertedJob, 'queueId' | 'handler'>): void {
    const handlers = this.pending.get(queueId);
    if (handlers) handlers.set(handler, (handlers.get(handler) ?? 0) + 1);
    else if (this.pending.size < MAX_PENDING_QUEUES) this.pending.set(queueId, new Map([[handler, 1]]));
  }

  /** What has no name yet waits for the next scrape: under another label it would be another series. */
  private async publish(): Promise<void> {
    if (this.pending.size === 0) return;
    const names = await this.names.of([...this.pending.keys()]);
    for (const [queueId, handlers] of this.pending) {
      const name = names.get(queueId);
      if (!name) continue;
      const { project, queue } = name;
      for (const [handler, jobs] of handlers) {
        this.metrics.count(ENQUEUE_METRICS.enqueued, { project, queue, handler }, jobs);
      }
      this.pending.delete(queueId);
    }
  }
}
