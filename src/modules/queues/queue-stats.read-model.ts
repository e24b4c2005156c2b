import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';

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

type Row = Record<'queued' | 'scheduled' | 'scheduledExamined' | 'claimed' | 'running', number> &
  Record<keyof QueueStats['lastHour'], number> & { readonly oldestReadyAgeSeconds: number | null };

const CAP = 10_000;
/** Scheduled jobs are in no index by queue: this many of the installation's, the next due first, are looked at. */
const SCHEDULED_EXAMINED = 100_000;

/**
 * Bounded whatever the depth: counts stop at their cap. The oldest ready job is found priority by priority on the claim index
 * (a loose scan: one look per priority in use), not by the minimum over all that wait.
 */
const STATS = `
  WITH RECURSIVE priorities(priority) AS (
    (SELECT l.priority FROM live_jobs l WHERE l.queue_id = $1 AND l.status = 'queued' ORDER BY l.priority DESC LIMIT 1)
    UNION ALL
    SELECT (SELECT l.priority FROM live_jobs l WHERE l.queue_id = $1 AND l.status = 'queued' AND l.priority < p.priority
            ORDER BY l.priority DESC LIMIT 1)
    FROM priorities p WHERE p.priority IS NOT NULL
  ), scheduled AS MATERIALIZED (
    SELECT l.queue_id FROM live_jobs l WHERE l.status = 'scheduled' ORDER BY l.run_at LIMIT ${SCHEDULED_EXAMINED}
  ), flight AS MATERIALIZED (
    SELECT l.status FROM live_jobs l WHERE l.queue_id = $1 AND l.status IN ('claimed', 'running') LIMIT ${2 * (CAP + 1)}
  )
  SELECT
    (SELECT count(*) FROM (SELECT 1 FROM live_jobs l WHERE l.queue_id = $1 AND l.status = 'queued' LIMIT ${CAP + 1}) q) AS queued,
    (SELECT count(*) FROM scheduled s WHERE s.queue_id = $1) AS scheduled,
    (SELECT count(*) FROM scheduled) AS "scheduledExamined",
    (SELECT count(*) FROM flight WHERE status = 'claimed') AS claimed,
    (SELECT count(*) FROM flight WHERE status = 'running') AS running,
    (SELECT extract(epoch FROM now() - min(o.run_at))::float8 FROM priorities p CROSS JOIN LATERAL (
       SELECT l.run_at FROM live_jobs l WHERE l.queue_id = $1 AND l.status = 'queued' AND l.priority = p.priority
       ORDER BY l.run_at LIMIT 1) o) AS "oldestReadyAgeSeconds",
    h.*
  FROM (
    SELECT coalesce(sum(s.completed), 0)::int8 AS completed, coalesce(sum(s.failed), 0)::int8 AS failed,
           coalesce(sum(s.timed_out), 0)::int8 AS "timedOut", coalesce(sum(s.cancelled), 0)::int8 AS cancelled,
           coalesce(sum(s.released), 0)::int8 AS released, coalesce(sum(s.lease_expired), 0)::int8 AS "leaseExpired",
           coalesce(sum(s.dead_lettered), 0)::int8 AS "deadLettered"
    FROM queue_stats s WHERE s.queue_id = $1 AND s.minute > now() - interval '1 hour'
  ) h`;

@Injectable()
export class QueueStatsReadModel {
  constructor(private readonly database: AppDatabase) {}

  async read(queueId: string): Promise<QueueStats> {
    const [row] = await this.database.query<Row>(STATS, [queueId]);
    const { queued, scheduled, scheduledExamined, claimed, running, oldestReadyAgeSeconds, ...lastHour } = row as Row;
    return {
      queued: capped(queued),
      scheduled: { ...capped(scheduled), isCapped: scheduled > CAP || scheduledExamined === SCHEDULED_EXAMINED },
      claimed: capped(claimed),
      running: capped(running),
      // A retry may be queued a moment before its time is due.
      oldestReadyAgeSeconds: oldestReadyAgeSeconds === null ? null : Math.max(0, oldestReadyAgeSeconds),
      lastHour,
    };
  }
}

function capped(count: number): CappedCount {
  return { count: Math.min(count, CAP), isCapped: count > CAP };
}
