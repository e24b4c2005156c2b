import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../../platform/validation/index.js';

const DAY_SECONDS = 86_400;

export class RotateApiKeyRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 30 * DAY_SECONDS,
    default: DAY_SECONDS,
    description: 'how long the old key goes on working, in seconds',
    example: 3_600,
  })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(30 * DAY_SECONDS)
  overlapSeconds?: number;

  static read({ overlapSeconds }: RotateApiKeyRequest): number {
    return overlapSeconds ?? DAY_SECONDS;
  }
}
