import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { BackoffStrategy } from '../../kernel/backoff.js';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';

export const RETRY_STRATEGIES = ['fixed', 'linear', 'exponential'] as const;

/** The fields that a queue is created with and that can be changed. The bounds are those of the CHECKs on `queues`. */
export class QueuePolicyRequest {
  @ApiPropertyOptional({ type: 'string', maxLength: 500, nullable: true, example: 'Transactional e-mail' })
  @IsOptional()
  @IsPlainText({ min: 0, max: 500, isMultiline: true })
  description?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    nullable: true,
    description: 'jobs at once over all workers; null: no limit',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100_000)
  maxConcurrency?: number | null;

  @ApiPropertyOptional({ enum: RETRY_STRATEGIES, description: 'how the delay grows from attempt to attempt' })
  @IfPresent()
  @IsIn(RETRY_STRATEGIES)
  retryStrategy?: BackoffStrategy;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 86_400_000,
    description: 'delay after the first failure in milliseconds',
  })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(86_400_000)
  retryBaseMs?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 604_800_000,
    description: 'longest delay in milliseconds; at least retryBaseMs',
  })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(604_800_000)
  retryCapMs?: number;

  @ApiPropertyOptional({
    type: 'boolean',
    description: 'draw each delay from (0, delay], so that failures do not come back together',
  })
  @IfPresent()
  @IsBoolean()
  retryJitter?: boolean;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000 })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(1_000)
  maxAttempts?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 100,
    maximum: 86_400_000,
    description: 'longest run of one attempt in milliseconds',
  })
  @IfPresent()
  @IsInt()
  @Min(100)
  @Max(86_400_000)
  timeoutMs?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description:
      'workers that a job may lose in a row before it is a dead letter; 0: the first loss is the last, even before a start was recorded',
  })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(100)
  maxLeaseLosses?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 60,
    maximum: 315_360_000,
    description: 'for so long ended jobs are kept, in seconds',
  })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(315_360_000)
  retentionSeconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 60,
    maximum: 315_360_000,
    description: 'for so long dead letters are kept, in seconds',
  })
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(315_360_000)
  deadLetterRetentionSeconds?: number;
}
