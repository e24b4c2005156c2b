import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsInstant } from '../../platform/validation/index.js';

/** Longest text of a cron expression that is looked at: one more than is accepted, so that the refusal says why. */
const MAX_TEXT = 4_096;

/** When a schedule is due: one of `cron`, `intervalMs` and `onceAt`. */
export class ScheduleTimingRequest {
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 256,
    description: 'five fields, or six with leading seconds, or a macro; names, L and # are understood',
    example: '0 9 * * MON-FRI',
  })
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT)
  cron?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1_000,
    maximum: 315_360_000_000,
    description: 'milliseconds of elapsed time from slot to slot, counted from startAt, else from the creation',
  })
  @IfPresent()
  @IsInt()
  @Min(1_000)
  @Max(315_360_000_000)
  intervalMs?: number;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'the only slot',
    example: '2027-01-31T09:00:00Z',
  })
  @IfPresent()
  @IsInstant()
  onceAt?: string;

  @ApiPropertyOptional({
    type: 'string',
    default: 'UTC',
    description: 'IANA name of the zone that cron is read in; stored in its canonical spelling',
    example: 'Europe/Berlin',
  })
  @IfPresent()
  @IsString()
  @MaxLength(64)
  timeZone?: string;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', nullable: true, description: 'no slot before it' })
  @IsOptional()
  @IsInstant()
  startAt?: string | null;

  @ApiPropertyOptional({ type: 'string', format: 'date-time', nullable: true, description: 'no slot after it' })
  @IsOptional()
  @IsInstant()
  endAt?: string | null;
}
