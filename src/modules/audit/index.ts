/** Audit: who did what, when, to what, with the values before and after. */
export type { AuditActor, AuditEntry, AuditScope } from './audit-entry.js';
export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
