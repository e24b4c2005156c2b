import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MEMBER_ROLES, type MemberRole } from '../auth/index.js';

export class ChangeMemberRequest {
  @ApiProperty({ enum: MEMBER_ROLES, example: 'admin' })
  @IsIn(MEMBER_ROLES)
  role: MemberRole;
}
