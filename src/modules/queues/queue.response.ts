import { ApiProperty } from '@nestjs/swagger';
import type { BackoffStrategy } from '../../kernel/backoff.js';
import { RETRY_STRATEGIES } from './queue-policy.request.js';
import type { QueueSettings } from './queue-settings.js';
import type { ListedQueue } from './queue-list.service.js';
import { QueueStatsResponse } from './queue-stats.response.js';

export class QueueResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'emails' })
  name: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'Transactional e-mail' })
  description: string | null;

  @ApiProperty({ type: 'boolean', description: 'jobs are accepted and wait' })
  isPaused: boolean;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  pausedAt: Date | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'The mail provider is down' })
  pausedReason: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  maxConcurrency: number | null;

  @ApiProperty({ enum: RETRY_STRATEGIES })
  retryStrategy: BackoffStrategy;

  @ApiProperty({ type: 'integer', example: 1_000 })
  retryBaseMs: number;

  @ApiProperty({ type: 'integer', example: 3_600_000 })
  retryCapMs: number;

  @ApiProperty({ type: 'boolean' })
  retryJitter: boolean;

  @ApiProperty({ type: 'integer', example: 5 })
  maxAttempts: number;

  @ApiProperty({ type: 'integer', example: 300_000 })
  timeoutMs: number;

  @ApiProperty({ type: 'integer', example: 3 })
  maxLeaseLosses: number;

  @ApiProperty({ type: 'integer', example: 604_800 })
  retentionSeconds: number;

  @ApiProperty({ type: 'integer', example: 2_592_000 })
  deadLetterRetentionSeconds: number;

  @ApiProperty({ type: 'integer', description: 'rises with every change; the ETag' })
  version: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time' })
  updatedAt: Date;

  static from({ projectId: _projectId, ...queue }: QueueSettings): QueueResponse {
    return { ...queue, isPaused: queue.pausedAt !== null };
  }
}

export class ListedQueueResponse extends QueueResponse {
  @ApiProperty({
    type: () => QueueStatsResponse,
    nullable: true,
    description: 'with=stats asks for it; counts stop at 1,000 here',
  })
  stats: QueueStatsResponse | null;

  static fromListed(this: void, { stats, ...queue }: ListedQueue): ListedQueueResponse {
    return Object.assign(QueueResponse.from(queue), { stats });
  }
}
