import { ApiProperty } from '@nestjs/swagger';
import type { QueueStats } from './queue-stats.read-model.js';
import { QUEUE_VERDICTS, type QueueVerdict } from './queue-verdict.js';

export class CappedCountResponse {
  @ApiProperty({ type: 'integer', example: 42 })
  count: number;

  @ApiProperty({ type: 'boolean', description: 'there are more than count' })
  isCapped: boolean;
}

/** Attempts that ended in the last hour, by how. */
export class QueueHourResponse {
  @ApiProperty({ type: 'integer' })
  completed: number;

  @ApiProperty({ type: 'integer' })
  failed: number;

  @ApiProperty({ type: 'integer' })
  timedOut: number;

  @ApiProperty({ type: 'integer' })
  cancelled: number;

  @ApiProperty({ type: 'integer' })
  released: number;

  @ApiProperty({ type: 'integer' })
  leaseExpired: number;

  @ApiProperty({ type: 'integer' })
  deadLettered: number;
}

export class QueueStatsResponse {
  @ApiProperty({ type: () => CappedCountResponse })
  queued: CappedCountResponse;

  @ApiProperty({ type: () => CappedCountResponse })
  scheduled: CappedCountResponse;

  @ApiProperty({ type: () => CappedCountResponse })
  claimed: CappedCountResponse;

  @ApiProperty({ type: () => CappedCountResponse })
  running: CappedCountResponse;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'how long the job that waits longest has been due, in seconds',
  })
  oldestReadyAgeSeconds: number | null;

  @ApiProperty({ type: 'integer', description: 'live workers that serve the queue', example: 2 })
  liveWorkers: number;

  @ApiProperty({
    type: 'integer',
    description: 'jobs that they can hold at once; they may serve others, too',
    example: 20,
  })
  slots: number;

  @ApiProperty({
    type: [String],
    description:
      'handlers of waiting jobs that no live worker of the queue offers, as far as a few of its jobs tell: workers put such jobs back, refunded, every five seconds',
    example: [],
  })
  missingHandlers: string[];

  @ApiProperty({
    enum: QUEUE_VERDICTS,
    enumName: 'QueueVerdict',
    description:
      'what keeps its jobs waiting, the first reason that holds. paused; no_worker: no live worker serves it; no_handler: no live worker offers the handler of what waits, see missingHandlers; limit_full: its concurrency limit is reached; workers_busy: no worker has a free slot; stalled: jobs have waited for a minute beside free slots, and none is in flight; all_delayed: nothing is due yet; nothing_to_do: it is empty',
    example: 'moving',
  })
  whyNotMoving: QueueVerdict;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'share of the attempts of the last hour that failed or timed out; null when none ended',
  })
  failureRate: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'time from due to claimed that 95 % of the attempts of the last hour do not exceed, in milliseconds, within a fifth',
  })
  p95WaitMs: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'the same for the time that an attempt runs; those whose worker was lost are left out',
  })
  p95RunMs: number | null;

  @ApiProperty({ type: () => QueueHourResponse })
  lastHour: QueueHourResponse;

  static from(stats: QueueStats): QueueStatsResponse {
    return stats;
  }
}
