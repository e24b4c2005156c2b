import { ApiProperty } from '@nestjs/swagger';
import {
  KEY_SCOPES,
  type KeyScope,
  MEMBER_ROLES,
  type MemberRole,
  PERMISSIONS,
  type Permission,
  ROLE_PERMISSIONS,
  SCOPE_PERMISSIONS,
} from './permissions.js';

export class RolePermissionsResponse {
  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ enum: PERMISSIONS, isArray: true })
  permissions: Permission[];
}

export class ScopePermissionsResponse {
  @ApiProperty({ enum: KEY_SCOPES })
  scope: KeyScope;

  @ApiProperty({ enum: PERMISSIONS, isArray: true })
  permissions: Permission[];
}

export class PermissionsResponse {
  @ApiProperty({ type: () => [RolePermissionsResponse], description: 'from the least to the most' })
  roles: RolePermissionsResponse[];

  @ApiProperty({ type: () => [ScopePermissionsResponse] })
  scopes: ScopePermissionsResponse[];

  /** The table that the access guard decides by. */
  static ofTable(): PermissionsResponse {
    return {
      roles: MEMBER_ROLES.map((role) => ({ role, permissions: [...ROLE_PERMISSIONS[role]] })),
      scopes: KEY_SCOPES.map((scope) => ({ scope, permissions: [...SCOPE_PERMISSIONS[scope]] })),
    };
  }
}
