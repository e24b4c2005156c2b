import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { TenancyModule } from '../tenancy/index.js';
import { PurgeService } from './purge.service.js';
import { PurgeStore } from './purge.store.js';
import { QueueContentsController } from './queue-contents.controller.js';
import { QueueListService } from './queue-list.service.js';
import { QueueServicesModule } from './queue-services.module.js';
import { QueueStatsReadModel } from './queue-stats.read-model.js';
import { QueuesController } from './queues.controller.js';

@Module({
  imports: [AuditModule, TenancyModule, QueueServicesModule],
  controllers: [QueuesController, QueueContentsController],
  providers: [QueueListService, QueueStatsReadModel, PurgeStore, PurgeService],
  exports: [QueueServicesModule],
})
export class QueuesModule {}
