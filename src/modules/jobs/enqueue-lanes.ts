import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { BATCH_METRICS, Batcher, HotDatabase, Notifier, sqlStateOf } from '../../platform/database/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { EnqueueStore } from './enqueue.store.js';
import type { EnqueueOutcome, JobToEnqueue } from './new-job.js';
import { QUEUED_CHANNEL } from './queue-hints.js';

const MAX_ITEMS = 200;
/**
 * Flushes of single enqueues that are under way at once. With 50 callers two lanes answered 7,500, three 8,800, four 8,700 and six 7,900
 * jobs/s, with the same 20 to 25 jobs in a batch (two cores, shared with callers and server).
 */
const FAST_LANES = 3;
const LOCK_NOT_AVAILABLE = '55P03';
/** Keys are held by other transactions for milliseconds; a longer wait means that one of them is stuck. */
const FAST_LOCK_MS = 100;
const SLOW_LOCK_MS = 250;
const GIVE_UP_AFTER_MS = 5_000;

type LaneOutcome = EnqueueOutcome | { readonly kind: 'blocked' };

/**
 * Single enqueues travel together: what arrives while a batch is under way goes with the next. A key that a foreign transaction
 * holds uncommitted makes its whole batch wait, so such a batch is sent again without the items that have keys, and those go to a
 * lane of their own, where the stuck one is told apart. Nobody else waits for it.
 */
@Injectable()
export class EnqueueLanes {
  private readonly fast: Batcher<JobToEnqueue, LaneOutcome>;
  private readonly slow: Batcher<JobToEnqueue, LaneOutcome>;

  constructor(
    private readonly database: HotDatabase,
    private readonly store: EnqueueStore,
    private readonly notifier: Notifier,
    metrics: Metrics,
  ) {
    const onFlush = (items: number, durationMs: number): void => {
      metrics.observe(BATCH_METRICS.jobs, { verb: 'enqueue' }, items);
      metrics.observe(BATCH_METRICS.seconds, { verb: 'enqueue' }, durationMs / 1000);
    };
    // While one batch is being made durable, the next one is on its way.
    this.fast = new Batcher({
      flush: (items) => this.flushFast(items),
      maxItems: MAX_ITEMS,
      lanes: FAST_LANES,
      onFlush,
    });
    this.slow = new Batcher({ flush: (items) => this.flushSlow(items), maxItems: MAX_ITEMS });
  }

  /** @throws RotaError `IDEMPOTENCY_KEY_BUSY` (unavailable) when another request with this key did not end within 5 s */
  async enqueue(item: JobToEnqueue): Promise<EnqueueOutcome> {
    const givesUpAtMs = performance.now() + GIVE_UP_AFTER_MS;
    let outcome = await this.fast.submit(item);
    while (outcome.kind === 'blocked') {
      if (performance.now() > givesUpAtMs) {
        throw new RotaError(
          'unavailable',
          'IDEMPOTENCY_KEY_BUSY',
          'another request with this idempotency key is under way',
          {
            retryAfterMs: 1_000,
          },
        );
      }
      outcome = await this.slow.submit(item);
      if (outcome.kind === 'blocked') await delay(Math.random() * 100);
    }
    return outcome;
  }

  /** Resolves when everything that was submitted has been answered. */
  async settled(): Promise<void> {
    await Promise.all([this.fast.settled(), this.slow.settled()]);
  }

  private async flushFast(items: readonly JobToEnqueue[]): Promise<LaneOutcome[]> {
    const all = await this.tryEnqueue(items, FAST_LOCK_MS);
    if (all !== undefined) return all;
    const keyless = items.filter((item) => item.idempotency === undefined);
    const stored = keyless.length > 0 ? await this.storeAndHint(keyless, FAST_LOCK_MS) : [];
    const outcomeOf = new Map(keyless.map((item, index) => [item, stored[index] as EnqueueOutcome]));
    return items.map((item) => outcomeOf.get(item) ?? { kind: 'blocked' });
  }

  private async flushSlow(items: readonly JobToEnqueue[]): Promise<LaneOutcome[]> {
    const all = await this.tryEnqueue(items, items.length === 1 ? SLOW_LOCK_MS : FAST_LOCK_MS);
    if (all !== undefined) return all;
    if (items.length === 1) return [{ kind: 'blocked' }];
    const middle = items.length >> 1;
    return [...(await this.flushSlow(items.slice(0, middle))), ...(await this.flushSlow(items.slice(middle)))];
  }

  /** Undefined: a key was locked for longer than `lockTimeoutMs`, and nothing was stored. */
  private async tryEnqueue(
    items: readonly JobToEnqueue[],
    lockTimeoutMs: number,
  ): Promise<EnqueueOutcome[] | undefined> {
    try {
      return await this.storeAndHint(items, lockTimeoutMs);
    } catch (error) {
      if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return undefined;
      throw error;
    }
  }

  /** The hint to the workers rides behind the jobs if it is its turn, and otherwise follows when it is. */
  private async storeAndHint(items: readonly JobToEnqueue[], lockTimeoutMs: number): Promise<EnqueueOutcome[]> {
    const due = items.filter(({ job }) => (job.runAt ?? job.delayMs ?? null) === null);
    const queueIds = [...new Set(due.map(({ job }) => job.queueId))];
    const rider = this.notifier.takeTurn(QUEUED_CHANNEL, queueIds);
    const outcomes = await this.store.enqueue(this.database, items, lockTimeoutMs, rider);
    for (const outcome of outcomes) {
      if (outcome.kind !== 'created' || outcome.job.status !== 'queued') continue;
      const { queueId } = outcome.job;
      if (!rider || !queueIds.includes(queueId)) this.notifier.notify(QUEUED_CHANNEL, queueId);
    }
    return outcomes;
  }
}
