import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { MAX_BULK_JOBS, MAX_DELAY_MS } from './job-limits.js';
import { IsIdempotencyKey, IsInstant, IsLabels } from './job.rules.js';

export class EnqueueJobRequest {
  @ApiProperty({ type: 'string', description: 'id or name of the queue', example: 'emails' })
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue: string;

  @ApiProperty({ type: 'string', description: 'name of a handler, see GET /handlers', example: 'http_request' })
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'input of the handler, at most 65,536 bytes of compact JSON',
    example: { url: 'https://example.com/hook', method: 'POST' },
  })
  @IsObject()
  payload: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: -100,
    maximum: 100,
    default: 0,
    description: 'higher is more urgent',
  })
  @IsOptional()
  @IsInt()
  @Min(-100)
  @Max(100)
  priority?: number | null;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'due at this instant, RFC 3339 with an offset; in the past: now. Not together with delayMs',
    example: '2027-01-31T09:00:00Z',
  })
  @IsOptional()
  @IsInstant({ isNear: true })
  runAt?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_DELAY_MS,
    nullable: true,
    description: 'due this many milliseconds from now. Not together with runAt',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_DELAY_MS)
  delayMs?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    nullable: true,
    description: 'default: what the queue says',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1000)
  maxAttempts?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 100,
    maximum: 86_400_000,
    nullable: true,
    description: 'longest an attempt may take, in milliseconds; default: what the queue says',
  })
  @IsOptional()
  @IsInt()
  @Min(100)
  @Max(86_400_000)
  timeoutMs?: number | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    description: 'for finding jobs again: at most 20 names (64 characters, no colon) with values (255 characters)',
    example: { customer: '4711' },
  })
  @IsOptional()
  @IsLabels()
  labels?: Record<string, string> | null;
}

export class BulkEnqueueItem extends EnqueueJobRequest {
  @ApiPropertyOptional({
    type: 'string',
    minLength: 1,
    maxLength: 255,
    nullable: true,
    description: 'as the Idempotency-Key header of a single enqueue',
  })
  @IsOptional()
  @IsIdempotencyKey()
  idempotencyKey?: string | null;
}

export class BulkEnqueueRequest {
  @ApiProperty({ type: () => [BulkEnqueueItem], minItems: 1, maxItems: MAX_BULK_JOBS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BULK_JOBS)
  @ValidateNested({ each: true })
  @Type(() => BulkEnqueueItem)
  jobs: BulkEnqueueItem[];
}
