import { Module } from '@nestjs/common';
import { AuditLogReadModel } from './audit-log.read-model.js';
import { AuditService } from './audit.service.js';
import { AuditStore } from './audit.store.js';

@Module({ providers: [AuditStore, AuditService, AuditLogReadModel], exports: [AuditService, AuditLogReadModel] })
export class AuditModule {}
