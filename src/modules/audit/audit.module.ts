import { Module } from '@nestjs/common';
import { AuditExporter } from './audit-export.js';
import { AuditLogReadModel } from './audit-log.read-model.js';
import { AuditService } from './audit.service.js';
import { AuditStore } from './audit.store.js';

@Module({
  providers: [AuditStore, AuditService, AuditLogReadModel, AuditExporter],
  exports: [AuditService, AuditLogReadModel, AuditExporter],
})
export class AuditModule {}
