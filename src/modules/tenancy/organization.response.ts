import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../auth/index.js';
import type { MemberOrganization } from './organization.read-model.js';
import type { Organization } from './organization.store.js';

/** The settings of one organization. */
export class OrganizationDetailResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'Example Inc.' })
  name: string;

  @ApiProperty({ type: 'integer', description: 'rises with every change; the ETag' })
  version: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  static from({ id, name, version, createdAt }: Organization): OrganizationDetailResponse {
    return { id, name, version, createdAt };
  }
}

/** An organization as its members list it. */
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
