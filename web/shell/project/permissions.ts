import type { PermissionsResponse } from '@rota/client';

export type Role = PermissionsResponse['roles'][number]['role'];
export type Permission = PermissionsResponse['roles'][number]['permissions'][number];

/** What a role may do, from the table of the interface, which is the one that decides. */
export function permissionsOf(role: Role, table: PermissionsResponse): ReadonlySet<Permission> {
  return new Set(table.roles.find((entry) => entry.role === role)?.permissions ?? []);
}
