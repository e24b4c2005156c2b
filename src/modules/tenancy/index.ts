/** Tenancy: organizations, projects, their secrets, and the one access guard. */
export { Access, Authenticated, CurrentPrincipal, Public } from '../auth/index.js';
export { type ProjectScope, Scope } from './project-scope.js';
export { TenancyModule } from './tenancy.module.js';
