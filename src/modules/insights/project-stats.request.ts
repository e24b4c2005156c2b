import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

export class StatsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 5,
    maximum: 1_440,
    default: 60,
    description: 'how far back rates and minutes go; percentiles go back an hour at most',
  })
  @Type(() => Number)
  @IsInt()
  @Min(5)
  @Max(1_440)
  minutes: number = 60;
}
