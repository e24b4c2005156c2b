import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsPlainText } from '../../platform/validation/index.js';

export class PauseScheduleRequest {
  @ApiPropertyOptional({ type: 'string', maxLength: 500, nullable: true, example: 'The report is being rewritten' })
  @IsOptional()
  @IsPlainText({ min: 1, max: 500, isMultiline: true })
  reason?: string | null;
}
