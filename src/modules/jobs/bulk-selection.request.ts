import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_CURSOR_LENGTH } from '../../platform/http/index.js';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';
import { MAX_COMMAND_JOBS } from './job-limits.js';

/** Which jobs or letters a bulk command is for: `ids`, or the `filter` that each kind has, one of them. */
export class BulkSelectionRequest {
  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: MAX_COMMAND_JOBS,
    description: 'not together with filter',
  })
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_COMMAND_JOBS)
  @IsUUID('all', { each: true })
  ids?: string[];

  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'only count' })
  @IfPresent()
  @IsBoolean()
  dryRun?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_COMMAND_JOBS,
    default: MAX_COMMAND_JOBS,
    description: 'most to change by this request; nextCursor goes on behind them',
  })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_COMMAND_JOBS)
  limit?: number;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: MAX_CURSOR_LENGTH,
    description:
      'nextCursor of the answer to the same selection, as it is: each one is met once, whatever became of it',
  })
  @IfPresent()
  @IsString()
  @MaxLength(MAX_CURSOR_LENGTH)
  cursor?: string;

  @ApiPropertyOptional({ type: 'string', maxLength: 500, description: 'for the audit log' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 500 })
  reason?: string;
}
