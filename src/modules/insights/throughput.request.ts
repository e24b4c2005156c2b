import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { IfPresent } from '../../platform/validation/index.js';

export const BUCKET_MINUTES = [1, 5, 15] as const;
export type BucketMinutes = (typeof BUCKET_MINUTES)[number];

export class ThroughputQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 5,
    maximum: 1_440,
    default: 60,
    description: 'how far back it goes, in minutes',
  })
  @Type(() => Number)
  @IsInt()
  @Min(5)
  @Max(1_440)
  minutes: number = 60;

  @ApiPropertyOptional({
    type: 'integer',
    enum: BUCKET_MINUTES,
    description: 'minutes in a bucket; unless given 1 up to two hours, 5 up to twelve, else 15',
  })
  @IfPresent()
  @Type(() => Number)
  @IsIn(BUCKET_MINUTES)
  bucketMinutes?: BucketMinutes;

  @ApiPropertyOptional({ type: 'string', description: 'only this queue, by id or name', example: 'emails' })
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(64)
  queue?: string;
}
