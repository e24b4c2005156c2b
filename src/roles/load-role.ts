import type { Role } from '../platform/config/index.js';
import type { RoleDefinition } from './role.js';

/** Imports only what the role runs. */
export async function loadRole(role: Role): Promise<RoleDefinition> {
  switch (role) {
    case 'api':
      return (await import('./api.role.js')).apiRole;
    case 'worker':
      return (await import('./worker.role.js')).workerRole;
    case 'scheduler':
      return (await import('./scheduler.role.js')).schedulerRole;
  }
}
