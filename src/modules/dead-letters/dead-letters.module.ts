import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { JobsModule } from '../jobs/index.js';
import { QueuesModule } from '../queues/index.js';
import { DeadLetterGroupReadModel } from './dead-letter-group.read-model.js';
import { DeadLetterReadModel } from './dead-letter.read-model.js';
import { DeadLetterService } from './dead-letter.service.js';
import { DeadLetterStore } from './dead-letter.store.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DiscardService } from './discard.service.js';
import { JobRepeater } from './job-repeater.js';
import { JobReplayService } from './job-replay.service.js';
import { JobReplaysController } from './job-replays.controller.js';
import { ReplayService } from './replay.service.js';

@Module({
  imports: [AuditModule, JobsModule, QueuesModule],
  controllers: [DeadLettersController, JobReplaysController],
  providers: [
    DeadLetterStore,
    DeadLetterReadModel,
    DeadLetterGroupReadModel,
    DeadLetterService,
    ReplayService,
    DiscardService,
    JobReplayService,
    JobRepeater,
  ],
})
export class DeadLettersModule {}
