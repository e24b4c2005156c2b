import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/index.js';
import { AttentionReadModel } from './attention.read-model.js';
import { InsightsController } from './insights.controller.js';
import { ProjectStatsReadModel } from './project-stats.read-model.js';
import { ThroughputReadModel } from './throughput.read-model.js';
import { WorkerJobsReadModel } from './worker-jobs.read-model.js';
import { WorkerReadModel } from './worker.read-model.js';
import { WorkersController } from './workers.controller.js';

/** The api's side of insights. */
@Module({
  imports: [QueuesModule],
  controllers: [InsightsController, WorkersController],
  providers: [ProjectStatsReadModel, AttentionReadModel, ThroughputReadModel, WorkerReadModel, WorkerJobsReadModel],
})
export class InsightsModule {}
