import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';

export class UpdateProjectLimitsRequest {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
    nullable: true,
    description: 'jobs per minute; null: the default of the installation',
    example: 50_000,
  })
  @ValidateIf((_object: object, value: unknown) => value !== null)
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  enqueueLimitPerMinute: number | null;
}
