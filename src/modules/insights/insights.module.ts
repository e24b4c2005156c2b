import { Module } from '@nestjs/common';
import { AttentionReadModel } from './attention.read-model.js';
import { InsightsController } from './insights.controller.js';
import { ProjectStatsReadModel } from './project-stats.read-model.js';
import { WorkerReadModel } from './worker.read-model.js';

/** The api's side of insights. */
@Module({ controllers: [InsightsController], providers: [ProjectStatsReadModel, WorkerReadModel, AttentionReadModel] })
export class InsightsModule {}
