import { Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';
import { AuditStore } from './audit.store.js';

@Module({ providers: [AuditStore, AuditService], exports: [AuditService] })
export class AuditModule {}
