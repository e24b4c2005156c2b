import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { JobsModule } from '../jobs/index.js';
import { QueuesModule } from '../queues/index.js';
import { DeadLetterGroupReadModel } from './dead-letter-group.read-model.js';
import { DeadLetterReadModel } from './dead-letter.read-model.js';
import { DeadLetterService } from './dead-letter.service.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DiscardService } from './discard.service.js';
import { JobReplaysController } from './job-replays.controller.js';
import { ReplaysModule } from './replays.module.js';

@Module({
  imports: [AuditModule, JobsModule, QueuesModule, ReplaysModule],
  controllers: [DeadLettersController, JobReplaysController],
  providers: [DeadLetterReadModel, DeadLetterGroupReadModel, DeadLetterService, DiscardService],
})
export class DeadLettersModule {}
