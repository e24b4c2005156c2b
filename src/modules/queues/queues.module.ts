import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { TenancyModule } from '../tenancy/index.js';
import { PurgeService } from './purge.service.js';
import { PurgeStore } from './purge.store.js';
import { QueueContentsController } from './queue-contents.controller.js';
import { QueueDirectory } from './queue-directory.js';
import { QueueListService } from './queue-list.service.js';
import { QueueStatsReadModel } from './queue-stats.read-model.js';
import { QueueService } from './queue.service.js';
import { QueueStore } from './queue.store.js';
import { QueuesController } from './queues.controller.js';

@Module({
  imports: [AuditModule, TenancyModule],
  controllers: [QueuesController, QueueContentsController],
  providers: [
    QueueStore,
    QueueDirectory,
    QueueService,
    QueueListService,
    QueueStatsReadModel,
    PurgeStore,
    PurgeService,
  ],
  exports: [QueueDirectory],
})
export class QueuesModule {}
