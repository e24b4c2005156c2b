import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsIn, IsString, MaxLength } from 'class-validator';
import { IsByteLength, IsPlainText } from '../../platform/validation/index.js';
import { MEMBER_ROLES, type MemberRole, PASSWORD_BYTES } from '../auth/index.js';

export class CreateInvitationRequest {
  @ApiProperty({ type: 'string', format: 'email', maxLength: 254, example: 'ada@example.com' })
  @IsEmail()
  @MaxLength(254)
  email: string;

  @ApiProperty({ enum: MEMBER_ROLES, example: 'member' })
  @IsIn(MEMBER_ROLES)
  role: MemberRole;
}

export class InvitationTokenRequest {
  @ApiProperty({ type: 'string', maxLength: 128, description: 'of the link', example: 'rota_invite_…' })
  @IsString()
  @MaxLength(128)
  token: string;
}

export class RegisterRequest extends InvitationTokenRequest {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Ada' })
  @IsPlainText({ min: 1, max: 200 })
  name: string;

  @ApiProperty({
    type: 'string',
    minLength: PASSWORD_BYTES.min,
    maxLength: PASSWORD_BYTES.max,
    format: 'password',
    example: 'correct horse battery staple',
  })
  @IsByteLength(PASSWORD_BYTES)
  password: string;
}
