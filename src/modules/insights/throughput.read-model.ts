import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { latencyQuantile } from '../../kernel/latency-scale.js';
import { AppDatabase, sumOfCounts, unpackCounts } from '../../platform/database/index.js';
import { QueueDirectory } from '../queues/index.js';
import type { BucketMinutes, ThroughputQuery } from './throughput.request.js';

interface Counts {
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly cancelled: number;
  readonly released: number;
  readonly leaseExpired: number;
  readonly deadLettered: number;
}

export interface ThroughputBucket extends Counts {
  /** Start of the bucket. */
  readonly at: Date;
  readonly p95WaitMs: number | null;
  readonly p95RunMs: number | null;
}

export interface Throughput {
  readonly bucketMinutes: BucketMinutes;
  /** Oldest first, those in which nothing ended included. The last one is under way. */
  readonly buckets: readonly ThroughputBucket[];
}

type Row = Counts & { readonly at: Date; readonly waits: string | null; readonly runs: string | null };

/**
 * $1 a queue, or a project under its own id; $2 minutes back; $3 minutes in a bucket. At most 1,440 roll-ups are read.
 * Buckets begin at multiples of their length in UTC, so that charts do not flicker as time goes by.
 */
const THROUGHPUT = `
  WITH span AS (
    SELECT date_bin($3::int * interval '1 minute', now() - ($2::int - 1) * interval '1 minute', timestamptz '2000-01-01 00:00Z') AS start
  ),
  summed AS MATERIALIZED (
    SELECT date_bin($3::int * interval '1 minute', s.minute, timestamptz '2000-01-01 00:00Z') AS at,
           sum(s.completed) AS completed, sum(s.failed) AS failed, sum(s.timed_out) AS timed_out, sum(s.cancelled) AS cancelled,
           sum(s.released) AS released, sum(s.lease_expired) AS lease_expired, sum(s.dead_lettered) AS dead_lettered,
           ${sumOfCounts('s.wait_packed', 's.wait_buckets')} AS waits, ${sumOfCounts('s.run_packed', 's.run_buckets')} AS runs
    FROM queue_stats s
    WHERE s.queue_id = $1 AND s.minute >= (SELECT p.start FROM span p) GROUP BY 1
  )
  SELECT b.at, coalesce(x.completed, 0)::int8 AS completed, coalesce(x.failed, 0)::int8 AS failed,
         coalesce(x.timed_out, 0)::int8 AS "timedOut", coalesce(x.cancelled, 0)::int8 AS cancelled,
         coalesce(x.released, 0)::int8 AS released, coalesce(x.lease_expired, 0)::int8 AS "leaseExpired",
         coalesce(x.dead_lettered, 0)::int8 AS "deadLettered", x.waits, x.runs
  FROM span p
  CROSS JOIN LATERAL generate_series(p.start, now(), $3::int * interval '1 minute') b (at)
  LEFT JOIN summed x ON x.at = b.at
  ORDER BY b.at`;

/** What ended over time, of a project or of one of its queues. */
@Injectable()
export class ThroughputReadModel {
  constructor(
    private readonly database: AppDatabase,
    private readonly queues: QueueDirectory,
  ) {}

  /** @throws RotaError invalid `QUEUE_UNKNOWN` */
  async read(projectId: string, query: ThroughputQuery): Promise<Throughput> {
    const bucketMinutes = query.bucketMinutes ?? lengthFor(query.minutes);
    const subject = query.queue === undefined ? projectId : await this.queueOf(projectId, query.queue);
    const rows = await this.database.query<Row>(THROUGHPUT, [subject, query.minutes, bucketMinutes]);
    const buckets = rows.map(({ waits, runs, ...counts }) => ({
      ...counts,
      p95WaitMs: latencyQuantile(unpackCounts(waits), 0.95),
      p95RunMs: latencyQuantile(unpackCounts(runs), 0.95),
    }));
    return { bucketMinutes, buckets };
  }

  private async queueOf(projectId: string, idOrName: string): Promise<string> {
    const queue = await this.queues.find(projectId, idOrName);
    if (queue) return queue.id;
    throw RotaError.invalid('QUEUE_UNKNOWN', 'there is no such queue in this project', '/query/queue');
  }
}

function lengthFor(minutes: number): BucketMinutes {
  if (minutes <= 120) return 1;
  return minutes <= 720 ? 5 : 15;
}
