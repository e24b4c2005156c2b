import { ApiProperty } from '@nestjs/swagger';
import { IsByteLength } from '../../platform/validation/index.js';

export class PutSecretRequest {
  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 8_192,
    format: 'password',
    description: 'write only',
    example: 'Bearer s3cr3t',
  })
  @IsByteLength({ min: 1, max: 8_192 })
  value: string;
}
