import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';

export class CreateOrganizationRequest {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Example Inc.' })
  @IsPlainText({ min: 1, max: 200 })
  name: string;
}

export class UpdateOrganizationRequest {
  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 200, example: 'Example Inc.' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 200 })
  name?: string;
}
