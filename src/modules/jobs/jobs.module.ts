import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { QueuesModule } from '../queues/index.js';
import { BulkCommandService } from './bulk-command.service.js';
import { BulkEnqueueService } from './bulk-enqueue.service.js';
import { EnqueueLanes } from './enqueue-lanes.js';
import { EnqueueRecord } from './enqueue-record.js';
import { EnqueueService } from './enqueue.service.js';
import { JobCommandService } from './job-command.service.js';
import { JobCommandStore } from './job-command.store.js';
import { JobCommandsController } from './job-commands.controller.js';
import { JobInsertionModule } from './job-insertion.module.js';
import { JobListReadModel } from './job-list.read-model.js';
import { JobPages } from './job-pages.js';
import { JobPreparation } from './job-preparation.js';
import { JobSelector } from './job-selection.js';
import { JobReadModel } from './job.read-model.js';
import { JobsController } from './jobs.controller.js';

/** The jobs of the api. `HandlerRegistry` must be visible everywhere: its module is registered once, as a global one. */
@Module({
  imports: [AuditModule, QueuesModule, JobInsertionModule],
  controllers: [JobsController, JobCommandsController],
  providers: [
    EnqueueLanes,
    EnqueueRecord,
    EnqueueService,
    BulkEnqueueService,
    JobPreparation,
    JobReadModel,
    JobListReadModel,
    JobPages,
    JobSelector,
    JobCommandStore,
    JobCommandService,
    BulkCommandService,
  ],
  exports: [JobInsertionModule, EnqueueService, JobPreparation, JobReadModel, JobListReadModel, JobSelector],
})
export class JobsModule {}
