import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../auth/index.js';
import type { MemberOrganization } from './organization.read-model.js';

export class OrganizationResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'Example Inc.' })
  name: string;

  @ApiProperty({ enum: MEMBER_ROLES, description: 'your role in it' })
  role: MemberRole;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  static from({ id, name, role, createdAt }: MemberOrganization): OrganizationResponse {
    return { id, name, role, createdAt };
  }
}
