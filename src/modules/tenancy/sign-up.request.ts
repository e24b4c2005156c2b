import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsString, MaxLength } from 'class-validator';
import { IsByteLength, IsPlainText } from '../../platform/validation/index.js';
import { PASSWORD_BYTES } from '../auth/index.js';
import type { Owner } from './bootstrap.js';

export class SignUpRequest {
  @ApiProperty({ type: 'string', format: 'email', maxLength: 254, example: 'ada@example.com' })
  @IsEmail()
  @MaxLength(254)
  email: string;

  @ApiProperty({
    type: 'string',
    minLength: PASSWORD_BYTES.min,
    maxLength: PASSWORD_BYTES.max,
    format: 'password',
    example: 'correct horse battery staple',
  })
  @IsByteLength(PASSWORD_BYTES)
  password: string;

  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Ada' })
  @IsPlainText({ min: 1, max: 200 })
  name: string;

  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Example Inc.' })
  @IsPlainText({ min: 1, max: 200 })
  organizationName: string;

  static read({ email, password, name, organizationName }: SignUpRequest): Owner {
    return { email, password, name, organizationName };
  }
}

export class SetupRequest extends SignUpRequest {
  @ApiProperty({ type: 'string', maxLength: 128, description: 'of the link that the api printed', example: '4f0c…' })
  @IsString()
  @MaxLength(128)
  token: string;
}
