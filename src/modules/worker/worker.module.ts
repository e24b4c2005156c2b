import { Module } from '@nestjs/common';
import { ClaimingModule } from '../claiming/index.js';
import { WORKER_PARTS } from './worker-parts.js';
import { WorkerService } from './worker.service.js';

/** Runs jobs. The role's root module brings the handlers and binds `JobLogSink`. */
@Module({ imports: [ClaimingModule], providers: [...WORKER_PARTS, WorkerService] })
export class WorkerModule {}
