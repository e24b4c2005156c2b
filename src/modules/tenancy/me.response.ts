import { ApiProperty } from '@nestjs/swagger';
import { KEY_SCOPES, type KeyScope, MEMBER_ROLES, type MemberRole } from '../auth/index.js';

export class MembershipResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  organizationId: string;

  @ApiProperty({ type: 'string', example: 'Example Inc.' })
  organizationName: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;
}

export class UserResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'owner@example.com' })
  email: string;

  @ApiProperty({ type: 'string', example: 'Owner' })
  name: string;

  @ApiProperty({ type: 'boolean', description: 'looks after the whole installation' })
  isOperator: boolean;

  @ApiProperty({ type: () => [MembershipResponse] })
  memberships: MembershipResponse[];
}

export class ApiKeyHolderResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  projectId: string;

  @ApiProperty({ enum: KEY_SCOPES, isArray: true })
  scopes: KeyScope[];
}

/** Exactly one of the two is not null. */
export class MeResponse {
  @ApiProperty({ type: () => UserResponse, nullable: true })
  user: UserResponse | null;

  @ApiProperty({ type: () => ApiKeyHolderResponse, nullable: true })
  apiKey: ApiKeyHolderResponse | null;
}
