import { ApiProperty } from '@nestjs/swagger';
import type { ProjectStats } from './project-stats.read-model.js';

export class CountResponse {
  @ApiProperty({ type: 'integer', example: 42 })
  count: number;

  @ApiProperty({ type: 'boolean', description: 'there are more than count' })
  isCapped: boolean;
}

/** Attempts that ended in a minute, by how. */
export class MinuteStatsResponse {
  @ApiProperty({ type: 'string', format: 'date-time' })
  minute: Date;

  @ApiProperty({ type: 'integer' })
  completed: number;

  @ApiProperty({ type: 'integer' })
  failed: number;

  @ApiProperty({ type: 'integer' })
  timedOut: number;

  @ApiProperty({ type: 'integer' })
  cancelled: number;

  @ApiProperty({ type: 'integer', description: 'given back by a worker that stopped' })
  released: number;

  @ApiProperty({ type: 'integer', description: 'lost with a worker' })
  leaseExpired: number;

  @ApiProperty({ type: 'integer', description: 'of all these, the ones after which the job was a dead letter' })
  deadLettered: number;
}

export class ProjectStatsResponse {
  @ApiProperty({ type: 'string', format: 'date-time', description: 'when the figures were taken' })
  takenAt: Date;

  @ApiProperty({ type: () => CountResponse, description: 'jobs that are due and wait for a worker' })
  backlog: CountResponse;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'how long the one that waits longest has been due, in seconds',
  })
  oldestReadyAgeSeconds: number | null;

  @ApiProperty({ type: () => CountResponse })
  scheduled: CountResponse;

  @ApiProperty({ type: () => CountResponse })
  claimed: CountResponse;

  @ApiProperty({ type: () => CountResponse })
  running: CountResponse;

  @ApiProperty({
    type: 'integer',
    description: 'jobs that the live workers serving this project can hold at once; they may serve others, too',
  })
  slots: number;

  @ApiProperty({ type: () => CountResponse })
  deadLettersOpen: CountResponse;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'share of attempts that failed or timed out',
  })
  failureRate: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'time from due to claimed that 95 % do not exceed, in milliseconds, within a fifth',
  })
  p95WaitMs: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'the same for the time that an attempt runs; those whose worker was lost are left out',
  })
  p95RunMs: number | null;

  @ApiProperty({
    type: () => [MinuteStatsResponse],
    description: 'oldest first; minutes in which nothing ended are left out',
  })
  minutes: readonly MinuteStatsResponse[];

  static from(stats: ProjectStats): ProjectStatsResponse {
    return stats;
  }
}
