import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { ProjectDeletionModule } from '../tenancy/index.js';
import { QueueDirectory } from './queue-directory.js';
import { QueueService } from './queue.service.js';
import { QueueStore } from './queue.store.js';

/** Queues without their routes. */
@Module({
  imports: [AuditModule, ProjectDeletionModule],
  providers: [QueueStore, QueueDirectory, QueueService],
  exports: [QueueStore, QueueDirectory, QueueService],
})
export class QueueServicesModule {}
