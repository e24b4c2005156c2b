import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, Matches, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { PageQuery } from '../../platform/http/index.js';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';
import { BulkSelectionRequest, IsInstant } from '../jobs/index.js';
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

/** Which letters, in the list and in bulk commands. */
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

export class ListDeadLettersQuery extends IntersectionType(DeadLetterFilterRequest, PageQuery) {
  @ApiPropertyOptional({
    enum: LETTER_STATES,
    enumName: 'DeadLetterState',
    default: 'open',
    description: 'only letters in this state',
  })
  @IsIn(LETTER_STATES)
  state: LetterState = 'open';
}

/** Which letters to replay or discard: only open ones can be. */
export class DeadLetterSelectionRequest extends BulkSelectionRequest {
  @ApiPropertyOptional({
    type: () => DeadLetterFilterRequest,
    description: 'an empty object selects every open letter',
  })
  @IfPresent()
  @ValidateNested()
  @Type(() => DeadLetterFilterRequest)
  filter?: DeadLetterFilterRequest;
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
