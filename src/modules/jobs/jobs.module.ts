import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { QueuesModule } from '../queues/index.js';
import { QuotasModule } from '../quotas/index.js';
import { BulkCommandService } from './bulk-command.service.js';
import { BulkEnqueueService } from './bulk-enqueue.service.js';
import { JobCommandService } from './job-command.service.js';
import { JobCommandStore } from './job-command.store.js';
import { JobCommandsController } from './job-commands.controller.js';
import { JobPages } from './job-pages.js';
import { JobServicesModule } from './job-services.module.js';
import { JobsController } from './jobs.controller.js';

/** The jobs of the api. `HandlerRegistry` must be visible everywhere: its module is registered once, as a global one. */
@Module({
  imports: [AuditModule, QueuesModule, QuotasModule, JobServicesModule],
  controllers: [JobsController, JobCommandsController],
  providers: [BulkEnqueueService, JobPages, JobCommandStore, JobCommandService, BulkCommandService],
  exports: [JobServicesModule],
})
export class JobsModule {}
