import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsString, MaxLength, MinLength } from 'class-validator';
import { IsPlainText } from '../../platform/validation/index.js';
import { ScheduleOptionsRequest } from './schedule-options.request.js';

export class CreateScheduleRequest extends ScheduleOptionsRequest {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'unique in the project',
    example: 'daily report',
  })
  @IsPlainText({ min: 1, max: 200 })
  name: string;

  @ApiProperty({ type: 'string', description: 'id or name of the queue', example: 'reports' })
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
    example: { url: 'https://example.com/report', method: 'POST' },
  })
  @IsObject()
  payload: Record<string, unknown>;
}
