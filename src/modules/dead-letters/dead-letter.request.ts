import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';
import { IsInstant, MAX_COMMAND_JOBS } from '../jobs/index.js';
import { GROUP_KEY_CHARACTERS } from './dead-letter-group.sql.js';
import { LETTER_REASONS, LETTER_STATES, type LetterReason, type LetterState } from './dead-letter.js';

const GROUP_KEY = new RegExp(`^[0-9a-f]{${GROUP_KEY_CHARACTERS}}$`);
const QUEUE = { type: 'string', description: 'id or name of the queue', example: 'emails' } as const;
const REASON = {
  enum: LETTER_REASONS,
  enumName: 'DeadLetterReason',
  description: 'why the job was given up',
} as const;
const HANDLER = { type: 'string', description: 'name of the handler', example: 'http_request' } as const;
const ERROR_NAME = { type: 'string', description: 'name of the last error', example: 'TypeError' } as const;
const GROUP = {
  type: 'string',
  pattern: GROUP_KEY.source,
  description: 'only letters of this group: its key',
  example: '5f1e9c7a3b8d4f02a6c1e9d7b3f50812',
} as const;
const SINCE = { type: 'string', format: 'date-time', description: 'died at or after this instant' } as const;
const UNTIL = { type: 'string', format: 'date-time', description: 'died before this instant' } as const;
const AUDIT_REASON = { type: 'string', maxLength: 500, description: 'for the audit log' } as const;

export class ListDeadLettersQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: LETTER_STATES,
    enumName: 'DeadLetterState',
    default: 'open',
    description: 'only letters in this state',
  })
  @IsIn(LETTER_STATES)
  state: LetterState = 'open';

  @ApiPropertyOptional(QUEUE)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;

  @ApiPropertyOptional(HANDLER)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler?: string;

  @ApiPropertyOptional(REASON)
  @IfPresent()
  @IsIn(LETTER_REASONS)
  reason?: LetterReason;

  @ApiPropertyOptional(ERROR_NAME)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  errorName?: string;

  @ApiPropertyOptional(GROUP)
  @IfPresent()
  @Matches(GROUP_KEY)
  group?: string;

  @ApiPropertyOptional(SINCE)
  @IfPresent()
  @IsInstant()
  since?: string;

  @ApiPropertyOptional(UNTIL)
  @IfPresent()
  @IsInstant()
  until?: string;
}

/** The filter of a bulk command. Only open letters can be replayed or discarded. */
export class DeadLetterFilterRequest {
  @ApiPropertyOptional(QUEUE)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;

  @ApiPropertyOptional(HANDLER)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler?: string;

  @ApiPropertyOptional(REASON)
  @IfPresent()
  @IsIn(LETTER_REASONS)
  reason?: LetterReason;

  @ApiPropertyOptional(ERROR_NAME)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  errorName?: string;

  @ApiPropertyOptional(GROUP)
  @IfPresent()
  @Matches(GROUP_KEY)
  group?: string;

  @ApiPropertyOptional(SINCE)
  @IfPresent()
  @IsInstant()
  since?: string;

  @ApiPropertyOptional(UNTIL)
  @IfPresent()
  @IsInstant()
  until?: string;
}

/** Which letters to replay or discard: `ids` or `filter`, one of them. */
export class DeadLetterSelectionRequest {
  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: MAX_COMMAND_JOBS,
    description: 'ids of letters; not together with filter',
  })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_COMMAND_JOBS)
  @IsUUID('all', { each: true })
  ids?: string[];

  @ApiPropertyOptional({
    type: () => DeadLetterFilterRequest,
    description: 'an empty object selects every open letter',
  })
  @IfPresent()
  @ValidateNested()
  @Type(() => DeadLetterFilterRequest)
  filter?: DeadLetterFilterRequest;

  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'only count' })
  @IfPresent()
  @IsBoolean()
  dryRun?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_COMMAND_JOBS,
    default: MAX_COMMAND_JOBS,
    description: 'most letters to change by this request',
  })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_COMMAND_JOBS)
  limit?: number;

  @ApiPropertyOptional(AUDIT_REASON)
  @IfPresent()
  @IsPlainText({ min: 1, max: 500 })
  reason?: string;
}

export class DeadLetterGroupsQuery {
  @ApiPropertyOptional(QUEUE)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;

  @ApiPropertyOptional(HANDLER)
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler?: string;
}

export class DeadLetterCommandRequest {
  @ApiPropertyOptional(AUDIT_REASON)
  @IfPresent()
  @IsPlainText({ min: 1, max: 500 })
  reason?: string;
}

export class ReplayJobRequest extends DeadLetterCommandRequest {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'instead of the payload that the job had; then a new job is made, and the dead one stays as it is',
  })
  @IfPresent()
  @IsObject()
  payload?: Record<string, unknown>;
}
