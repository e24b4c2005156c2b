import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IsByteLength } from '../../platform/validation/index.js';
import { PASSWORD_BYTES } from './password-hasher.js';

const NEW_PASSWORD = {
  type: 'string',
  minLength: PASSWORD_BYTES.min,
  maxLength: PASSWORD_BYTES.max,
  format: 'password',
  description: `${PASSWORD_BYTES.min} to ${PASSWORD_BYTES.max} bytes`,
  example: 'a new horse battery staple',
} as const;

export class ChangePasswordRequest {
  @ApiProperty({ ...NEW_PASSWORD, minLength: 1, description: 'as it is', example: 'correct horse battery staple' })
  @IsByteLength({ min: 1, max: PASSWORD_BYTES.max })
  currentPassword: string;

  @ApiProperty(NEW_PASSWORD)
  @IsByteLength(PASSWORD_BYTES)
  newPassword: string;
}

export class RequestPasswordResetRequest {
  @ApiProperty({ type: 'string', maxLength: 254, example: 'owner@example.com' })
  @IsString()
  @MaxLength(254)
  email: string;
}

export class ResetPasswordRequest {
  @ApiProperty({ type: 'string', maxLength: 128, description: 'of the link in the mail', example: 'rota_reset_…' })
  @IsString()
  @MaxLength(128)
  token: string;

  @ApiProperty(NEW_PASSWORD)
  @IsByteLength(PASSWORD_BYTES)
  password: string;
}
