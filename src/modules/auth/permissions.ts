/**
 * The permission table, in one place: what each role of a member may do in an organization and its projects, and each scope of
 * an API key in its project. The guard decides by it, the OpenAPI document names it, `GET /permissions` and docs/permissions.md show it.
 * A permission is `<what>:<verb>`; `read` never changes anything.
 */
export const PERMISSIONS = [
  'project:read',
  'project:manage',
  'queues:read',
  'queues:manage',
  'jobs:read',
  'jobs:enqueue',
  'jobs:manage',
  'schedules:read',
  'schedules:manage',
  'dead-letters:read',
  'dead-letters:manage',
  'workers:read',
  'stats:read',
  'keys:read',
  'keys:manage',
  'secrets:manage',
  'audit:read',
  'organization:read',
  'organization:manage',
  'members:read',
  'members:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** From least to most; each role may do all that the one before it may. */
export const MEMBER_ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const KEY_SCOPES = ['enqueue', 'read', 'manage', 'worker'] as const;
export const KEY_SCOPES_MEANING =
  'a key may do what its scopes allow together; worker is reserved for workers that speak REST and opens nothing yet';
export type KeyScope = (typeof KEY_SCOPES)[number];

const isRead = (permission: Permission): boolean => permission.endsWith(':read');
const granted = (...permissions: Permission[]): ReadonlySet<Permission> => new Set(permissions);

const VIEWER = PERMISSIONS.filter(isRead);
const MEMBER = [...VIEWER, 'jobs:enqueue', 'jobs:manage', 'dead-letters:manage'] as const;
const ADMIN = [
  ...MEMBER,
  'project:manage',
  'queues:manage',
  'schedules:manage',
  'keys:manage',
  'secrets:manage',
] as const;
const OWNER = [...ADMIN, 'organization:manage', 'members:manage'] as const;

/** What a project's own key may not even read: who the people are, and what they do. */
const PEOPLE = new Set<Permission>(['keys:read', 'audit:read', 'organization:read', 'members:read']);

export const ROLE_PERMISSIONS: Readonly<Record<MemberRole, ReadonlySet<Permission>>> = Object.freeze({
  viewer: granted(...VIEWER),
  member: granted(...MEMBER),
  admin: granted(...ADMIN),
  owner: granted(...OWNER),
});

/** A key never reaches keys, secrets, members or the audit log, whatever its scopes. */
export const SCOPE_PERMISSIONS: Readonly<Record<KeyScope, ReadonlySet<Permission>>> = Object.freeze({
  enqueue: granted('jobs:enqueue'),
  read: granted(...VIEWER.filter((permission) => !PEOPLE.has(permission))),
  manage: granted('jobs:manage', 'queues:manage', 'schedules:manage', 'dead-letters:manage'),
  worker: granted(),
});

export function roleAllows(role: MemberRole, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].has(permission);
}

export function scopesAllow(scopes: readonly KeyScope[], permission: Permission): boolean {
  return scopes.some((scope) => SCOPE_PERMISSIONS[scope].has(permission));
}
