/** What each role of a member may do: a copy for the screen, which hides what would be refused. The interface decides. */
const ADDED = {
  viewer: [],
  member: ['jobs:enqueue', 'jobs:manage', 'dead-letters:manage'],
  admin: ['project:manage', 'queues:manage', 'schedules:manage', 'keys:manage', 'secrets:manage'],
  owner: ['members:manage'],
} as const;

export type Role = keyof typeof ADDED;
export type Permission = (typeof ADDED)[Role][number];

const ORDER: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

export function roleAllows(role: Role, permission: Permission): boolean {
  return ORDER.slice(0, ORDER.indexOf(role) + 1).some((held) =>
    (ADDED[held] as readonly Permission[]).includes(permission),
  );
}
