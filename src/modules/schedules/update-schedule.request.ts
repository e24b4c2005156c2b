import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';
import { ScheduleOptionsRequest } from './schedule-options.request.js';

/** What is absent stays. A new `cron`, `intervalMs` or `onceAt` takes the place of the present one, whatever its kind. */
export class UpdateScheduleRequest extends ScheduleOptionsRequest {
  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 200 })
  @IfPresent()
  @IsPlainText({ min: 1, max: 200 })
  name?: string;

  @ApiPropertyOptional({ type: 'string', description: 'id or name of the queue' })
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;

  @ApiPropertyOptional({ type: 'string', description: 'name of a handler' })
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  handler?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'replaces the whole payload' })
  @IfPresent()
  @IsObject()
  payload?: Record<string, unknown>;
}
