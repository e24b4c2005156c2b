import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { JobServicesModule } from '../jobs/index.js';
import { QueueServicesModule } from '../queues/index.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { JobRepeater } from './job-repeater.js';
import { JobReplayService } from './job-replay.service.js';
import { ReplayService } from './replay.service.js';

/** Replay without its routes. */
@Module({
  imports: [AuditModule, JobServicesModule, QueueServicesModule],
  providers: [DeadLetterStore, ReplayService, JobReplayService, JobRepeater],
  exports: [DeadLetterStore, ReplayService, JobReplayService, JobRepeater],
})
export class ReplaysModule {}
