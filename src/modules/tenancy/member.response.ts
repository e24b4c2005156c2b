import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../auth/index.js';
import type { Member } from './membership.store.js';

export class MemberResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  userId: string;

  @ApiProperty({ type: 'string', example: 'ada@example.com' })
  email: string;

  @ApiProperty({ type: 'string', example: 'Ada' })
  name: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ type: 'string', format: 'date-time' })
  joinedAt: Date;

  static from({ userId, email, name, role, joinedAt }: Member): MemberResponse {
    return { userId, email, name, role, joinedAt };
  }
}
