/** Tenancy: organizations, projects, their secrets, and the one access guard. */
export { Access, Public } from '../auth/index.js';
export { AuditLogQuery } from './audit-log.request.js';
export { AuditEntryResponse } from './audit-log.response.js';
export { Bootstrap, type CreatedOwner, type Owner } from './bootstrap.js';
export { ProjectAccess } from './project-access.js';
export { ProjectDeletion } from './project-deletion.js';
export { ProjectDeletionModule } from './project-deletion.module.js';
export { type FoundProject, ProjectFinder } from './project-finder.js';
export { type ProjectScope, Scope } from './project-scope.js';
export { ProjectSecretsModule } from './project-secrets.module.js';
export { ProjectSecretsStore, SIGNING_SECRET } from './project-secrets.store.js';
export { BootstrapModule, TenancyModule } from './tenancy.module.js';
