import { Injectable } from '@nestjs/common';
import { latencyQuantile } from '../../kernel/latency-scale.js';
import { AppDatabase, unpackCounts } from '../../platform/database/index.js';
import type { QueueSettings } from './queue-settings.js';
import { statsStatement } from './queue-stats.sql.js';
import { type QueueVerdict, verdictOf } from './queue-verdict.js';

/** A number that is exact up to its cap; `isCapped` says that there are more. */
interface CappedCount {
  readonly count: number;
  readonly isCapped: boolean;
}

export interface QueueStats {
  readonly queued: CappedCount;
  readonly scheduled: CappedCount;
  readonly claimed: CappedCount;
  readonly running: CappedCount;
  /** How long the job that waits longest has been due, in seconds; null if none waits. */
  readonly oldestReadyAgeSeconds: number | null;
  /** Live workers that serve the queue, and the jobs that they can hold at once; they may serve others, too. */
  readonly liveWorkers: number;
  readonly slots: number;
  /** Handlers of waiting jobs that no live worker of the queue offers, as far as a few of its jobs tell. */
  readonly missingHandlers: string[];
  readonly whyNotMoving: QueueVerdict;
  /** Of the attempts that ended by themselves in the last hour: the share that failed or timed out; null when none ended. */
  readonly failureRate: number | null;
  readonly p95WaitMs: number | null;
  readonly p95RunMs: number | null;
  readonly lastHour: {
    readonly completed: number;
    readonly failed: number;
    readonly timedOut: number;
    readonly cancelled: number;
    readonly released: number;
    readonly leaseExpired: number;
    readonly deadLettered: number;
  };
}

type Row = Record<'queued' | 'scheduled' | 'claimed' | 'running' | 'liveWorkers' | 'slots' | 'freeSlots', number> &
  Record<keyof QueueStats['lastHour'], number> & {
    readonly queueId: string;
    readonly isScheduledCut: boolean;
    readonly oldestReadyAgeSeconds: number | null;
    readonly missingHandlers: string[];
    readonly isReadyOffered: boolean;
    readonly waits: string | null;
    readonly runs: string | null;
  };

/** How far one queue is counted, and each of many: a page of 200 deep queues must not be 200 times as much. */
const OF_ONE = { cap: 10_000, scheduledExamined: 10_000 };
const OF_MANY = { cap: 1_000, scheduledExamined: 10_000 };
const STATEMENT_OF_ONE = statsStatement(OF_ONE);
const STATEMENT_OF_MANY = statsStatement(OF_MANY);

@Injectable()
export class QueueStatsReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** Counts stop at 10,000. */
  async read(queue: QueueSettings): Promise<QueueStats> {
    const [row] = await this.database.query<Row>(STATEMENT_OF_ONE, [[queue.id]]);
    return statsOf(row as Row, queue, OF_ONE.cap);
  }

  /** By id of the queue. Counts stop at 1,000. */
  async readMany(queues: readonly QueueSettings[]): Promise<Map<string, QueueStats>> {
    if (queues.length === 0) return new Map();
    const rows = await this.database.query<Row>(STATEMENT_OF_MANY, [queues.map(({ id }) => id)]);
    const byId = new Map(rows.map((row) => [row.queueId, row]));
    return new Map(
      queues.flatMap((queue) => {
        const row = byId.get(queue.id);
        return row ? [[queue.id, statsOf(row, queue, OF_MANY.cap)]] : [];
      }),
    );
  }
}

function statsOf(row: Row, queue: QueueSettings, cap: number): QueueStats {
  const capped = (count: number): CappedCount => ({ count: Math.min(count, cap), isCapped: count > cap });
  const { queueId: _queueId, queued, scheduled, isScheduledCut, claimed, running, ...rest } = row;
  const { oldestReadyAgeSeconds, liveWorkers, slots, freeSlots, ...more } = rest;
  const { missingHandlers, isReadyOffered, waits, runs, ...lastHour } = more;
  const failed = lastHour.failed + lastHour.timedOut;
  const ended = failed + lastHour.completed;
  return {
    queued: capped(queued),
    scheduled: { ...capped(scheduled), isCapped: scheduled > cap || isScheduledCut },
    claimed: capped(claimed),
    running: capped(running),
    oldestReadyAgeSeconds,
    liveWorkers,
    slots,
    // Without a worker nobody offers anything, and that is another verdict.
    missingHandlers: liveWorkers > 0 ? missingHandlers : [],
    whyNotMoving: verdictOf({
      isPaused: queue.pausedAt !== null,
      maxConcurrency: queue.maxConcurrency,
      queued,
      scheduled,
      inFlight: claimed + running,
      oldestReadyAgeSeconds,
      liveWorkers,
      freeSlots,
      isOnlyUnoffered: missingHandlers.length > 0 && !isReadyOffered && running === 0,
    }),
    failureRate: ended === 0 ? null : failed / ended,
    p95WaitMs: latencyQuantile(unpackCounts(waits), 0.95),
    p95RunMs: latencyQuantile(unpackCounts(runs), 0.95),
    lastHour,
  };
}
