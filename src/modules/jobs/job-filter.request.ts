import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { JOB_STATUSES, type JobStatus } from '../../kernel/job-state.js';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';
import { BulkSelectionRequest } from './bulk-selection.request.js';
import { IsInstant, IsLabelFilter } from './job.rules.js';

/** `failed` is passed through, never stood in. */
export const LISTED_STATUSES: readonly JobStatus[] = JOB_STATUSES.filter((status) => status !== 'failed');

const QUEUE = { type: 'string', description: 'id or name of the queue', example: 'emails' } as const;
const STATUS = { enum: LISTED_STATUSES, enumName: 'JobStatus', description: 'only jobs in this status' } as const;
const HANDLER = { type: 'string', description: 'name of the handler', example: 'http_request' } as const;
const LABEL = { type: 'string', description: 'name:value', example: 'customer:4711' } as const;
const SINCE = { type: 'string', format: 'date-time', description: 'created at or after this instant' } as const;
const UNTIL = { type: 'string', format: 'date-time', description: 'created before this instant' } as const;

/** Which jobs, in the list and in bulk commands. */
export class JobFilterRequest {
  @ApiPropertyOptional(QUEUE)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;

  @ApiPropertyOptional(STATUS)
  @IfPresent()
  @IsIn(LISTED_STATUSES)
  status?: JobStatus;

  @ApiPropertyOptional(HANDLER)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler?: string;

  @ApiPropertyOptional(LABEL)
  @IfPresent()
  @IsLabelFilter()
  label?: string;

  @ApiPropertyOptional(SINCE)
  @IfPresent()
  @IsInstant()
  since?: string;

  @ApiPropertyOptional(UNTIL)
  @IfPresent()
  @IsInstant()
  until?: string;
}

export class ListJobsQuery extends IntersectionType(JobFilterRequest, PageQuery) {}

export class JobSelectionRequest extends BulkSelectionRequest {
  @ApiPropertyOptional({
    type: () => JobFilterRequest,
    description: 'an empty object selects every job that the command can change',
  })
  @IfPresent()
  @ValidateNested()
  @Type(() => JobFilterRequest)
  filter?: JobFilterRequest;
}

export class JobCommandRequest {
  @ApiPropertyOptional({ type: 'string', maxLength: 500, description: 'for the audit log' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 500 })
  reason?: string;
}

export class RescheduleJobRequest extends JobCommandRequest {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'in the past: now',
    example: '2027-01-31T09:00:00Z',
  })
  @IsInstant({ isNear: true })
  runAt: string;
}
