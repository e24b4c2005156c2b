/** Audit: who did what, when, to what, with the values before and after. */
export type { AuditScope } from './audit-entry.js';
export { type AuditLogFilter, AuditLogReadModel, type AuditRecord } from './audit-log.read-model.js';
export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
