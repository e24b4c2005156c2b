import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { QueueServicesModule } from '../queues/index.js';
import { AttemptFeed } from './attempt-feed.read-model.js';
import { EnqueueLanes } from './enqueue-lanes.js';
import { EnqueueRecord } from './enqueue-record.js';
import { EnqueueService } from './enqueue.service.js';
import { JobInsertionModule } from './job-insertion.module.js';
import { JobListReadModel } from './job-list.read-model.js';
import { JobPreparation } from './job-preparation.js';
import { JobSelector } from './job-selection.js';
import { JobReadModel } from './job.read-model.js';

const SERVICES = [
  EnqueueLanes,
  EnqueueRecord,
  EnqueueService,
  JobPreparation,
  JobReadModel,
  JobListReadModel,
  JobSelector,
  AttemptFeed,
];

/** Jobs without their routes. `HandlerRegistry` must be visible everywhere: its module is registered once, as a global one. */
@Module({
  imports: [AuditModule, QueueServicesModule, JobInsertionModule],
  providers: SERVICES,
  exports: [JobInsertionModule, ...SERVICES],
})
export class JobServicesModule {}
