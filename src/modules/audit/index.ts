/** Audit: who did what, when, to what, with the values before and after. */
export { type AuditEntry, type AuditScope, systemScope } from './audit-entry.js';
export { type AuditExport, AuditExporter, EXPORT_FORMATS, type ExportFormat, MAX_EXPORTED } from './audit-export.js';
export {
  type AuditLogAudience,
  type AuditLogFilter,
  AuditLogReadModel,
  type AuditRecord,
} from './audit-log.read-model.js';
export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
