import { ApiPropertyOptional } from '@nestjs/swagger';
import { IfPresent, IsPlainText } from '../../platform/validation/index.js';

export class UpdateProjectRequest {
  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 200, example: 'Web shop' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 200 })
  name?: string;
}
