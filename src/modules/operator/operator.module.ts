import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { QuotasModule } from '../quotas/index.js';
import { OperatorController, OperatorSettingsController } from './operator.controller.js';
import { OperatorReadModel } from './operator.read-model.js';
import { OperatorService } from './operator.service.js';

@Module({
  imports: [AuditModule, AuthModule, QuotasModule],
  controllers: [OperatorController, OperatorSettingsController],
  providers: [OperatorReadModel, OperatorService],
})
export class OperatorModule {}
