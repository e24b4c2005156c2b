import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IsByteLength } from '../../platform/validation/index.js';
import { PASSWORD_BYTES } from './password-hasher.js';

export class LoginRequest {
  @ApiProperty({ type: 'string', maxLength: 254, example: 'owner@example.com' })
  @IsString()
  @MaxLength(254)
  email: string;

  @ApiProperty({
    type: 'string',
    maxLength: PASSWORD_BYTES.max,
    format: 'password',
    example: 'correct horse battery staple',
  })
  @IsByteLength({ min: 1, max: PASSWORD_BYTES.max })
  password: string;
}
