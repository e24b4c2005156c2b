import type { RoleDefinition } from './role.js';
export const schedulerRole = {} as RoleDefinition;
