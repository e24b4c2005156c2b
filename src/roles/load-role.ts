import type { Role } from '../platform/config/index.js';
import type { RoleDefinition } from './role.js';

const ROLES: Record<Role, () => Promise<RoleDefinition>> = {
  api: async () => (await import('./api.role.js')).apiRole,
  worker: async () => (await import('./worker.role.js')).workerRole,
  scheduler: async () => (await import('./scheduler.role.js')).schedulerRole,
};

/** Imports only what the role runs. */
export function loadRole(role: Role): Promise<RoleDefinition> {
  return ROLES[role]();
}
