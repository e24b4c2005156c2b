import { Batcher, type Posted } from '../../platform/database/index.js';
import type { FinishedAttempt, FinishResult, FinishStore, LeaseStore, ReleasedLease } from '../claiming/index.js';
import type { Topic } from '../changes/index.js';
import type { ReleaseResult, RunCounters } from './run-counters.js';

const MAX_ITEMS = 1_000;

export interface FlushItem<Write> {
  readonly index: number;
  readonly write: Write;
}

/** The batched writes of a worker: finishes and releases. After each flush the heartbeat thread forgets the leases at once. */
export class Flushes {
  private readonly finishes: Batcher<FlushItem<FinishedAttempt>, FinishResult>;
  private readonly releases: Batcher<FlushItem<ReleasedLease>, ReleaseResult>;

  constructor(
    finish: FinishStore,
    leases: LeaseStore,
    drop: (indexes: readonly number[]) => void,
    /** A result is worth keeping while nobody else can have taken the job. */
    mayHold: () => boolean,
    counters: RunCounters,
    /** Told of each job whose row was written, after the commit. */
    changed: (index: number, topic: Topic) => void,
  ) {
    const keepTrying = (): boolean => mayHold();
    this.finishes = new Batcher({
      maxItems: MAX_ITEMS,
      keepTrying,
      onFlush: (items, durationMs) => counters.batched('finish', items, durationMs),
      flush: async (items) => {
        const results = await finish.finish(items.map((item) => item.write));
        for (const { index, write } of items) changed(index, write.fate === 'dead_letter' ? 'dead-letters' : 'jobs');
        drop(items.map((item) => item.index));
        return results;
      },
    });
    this.releases = new Batcher({
      maxItems: MAX_ITEMS,
      keepTrying,
      onFlush: (items, durationMs) => counters.batched('release', items, durationMs),
      flush: async (items) => {
        const rows = await leases.release(items.map((item) => item.write));
        const results = new Map(rows.map((row) => [row.jobId, row.isRefunded ? 'refunded' : 'cancelled'] as const));
        for (const { index } of items) changed(index, 'jobs');
        drop(items.map((item) => item.index));
        return items.map(({ write }) => results.get(write.jobId) ?? 'lost');
      },
    });
  }

  get backlog(): number {
    return this.finishes.backlog;
  }

  finish(end: Posted<FlushItem<FinishedAttempt>, FinishResult>): void {
    this.finishes.post(end);
  }

  release(index: number, write: ReleasedLease): Promise<ReleaseResult> {
    return this.releases.submit({ index, write });
  }

  async settled(): Promise<void> {
    await Promise.all([this.finishes.settled(), this.releases.settled()]);
  }
}
