import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IfPresent } from '../../platform/validation/index.js';
import { IsLabels } from '../jobs/index.js';
import { MISSED_POLICIES, type MissedPolicy, OVERLAP_POLICIES, type OverlapPolicy } from './schedule.js';
import { ScheduleTimingRequest } from './schedule-timing.request.js';

/** What a schedule may be created with and what can be changed of it. The bounds are those of the CHECKs on `schedules`. */
export class ScheduleOptionsRequest extends ScheduleTimingRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: -100,
    maximum: 100,
    description: 'of the jobs; higher is more urgent',
  })
  @IfPresent()
  @IsInt()
  @Min(-100)
  @Max(100)
  priority?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    nullable: true,
    description: 'null: what the queue says',
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
    description: 'longest an attempt may take, in milliseconds; null: what the queue says',
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
    description: 'labels of the jobs: at most 20',
    example: { report: 'daily' },
  })
  @IsOptional()
  @IsLabels()
  labels?: Record<string, string> | null;

  @ApiPropertyOptional({
    enum: MISSED_POLICIES,
    description:
      'after an outage: skip runs the newest missed slot once, all runs each of them up to missedCap over a minute, none runs no missed one; what does not run is recorded',
  })
  @IfPresent()
  @IsIn(MISSED_POLICIES)
  missedPolicy?: MissedPolicy;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    description: 'most missed slots that policy all makes up for',
  })
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(10_000)
  missedCap?: number;

  @ApiPropertyOptional({
    enum: OVERLAP_POLICIES,
    description: 'skip: no new job while one of this schedule has not ended, waiting ones included; recorded',
  })
  @IfPresent()
  @IsIn(OVERLAP_POLICIES)
  overlapPolicy?: OverlapPolicy;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 3_600_000,
    description: 'each run starts up to this many milliseconds after its slot, at random',
  })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(3_600_000)
  jitterMs?: number;
}
