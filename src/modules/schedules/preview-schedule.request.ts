import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../platform/validation/index.js';
import { ScheduleTimingRequest } from './schedule-timing.request.js';

export class PreviewScheduleRequest extends ScheduleTimingRequest {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: 5, description: 'how many runs' })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  count?: number;
}
