import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';

export class CreateOrganizationRequest {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 100, example: 'Example Inc.' })
  @IsPlainText({ min: 1, max: 100 })
  name: string;
}

export class UpdateOrganizationRequest {
  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 100, example: 'Example Inc.' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 100 })
  name?: string;
}
