export { AuditLogPage as default } from '@/features/audit-log/audit-log-page';
