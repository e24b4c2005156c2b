import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import { IsPlainText } from '../../platform/validation/index.js';

export class CreateProjectRequest {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'an organization that you are a member of' })
  @IsUUID()
  organizationId: string;

  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Web shop' })
  @IsPlainText({ min: 1, max: 200 })
  name: string;
}
