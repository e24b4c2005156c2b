import { ApiProperty } from '@nestjs/swagger';
import type { QueueStats } from './queue-stats.read-model.js';

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

  @ApiProperty({ type: () => QueueHourResponse })
  lastHour: QueueHourResponse;

  static from(stats: QueueStats): QueueStatsResponse {
    return stats;
  }
}
