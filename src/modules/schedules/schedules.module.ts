import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { JobInsertionModule } from '../jobs/index.js';
import { QueuesModule } from '../queues/index.js';
import { TenancyModule } from '../tenancy/index.js';
import { ScheduleCheck } from './schedule-check.js';
import { ScheduleListService } from './schedule-list.service.js';
import { SchedulePreviewService } from './schedule-preview.service.js';
import { ScheduleRunReadModel } from './schedule-run.read-model.js';
import { ScheduleRunsController } from './schedule-runs.controller.js';
import { ScheduleTrigger } from './schedule-trigger.js';
import { ScheduleService } from './schedule.service.js';
import { ScheduleStore } from './schedule.store.js';
import { SchedulesController } from './schedules.controller.js';

/** The api's side of schedules. `HandlerRegistry` must be visible everywhere: its module is registered once, as a global one. */
@Module({
  imports: [AuditModule, TenancyModule, QueuesModule, JobInsertionModule],
  controllers: [ScheduleRunsController, SchedulesController],
  providers: [
    ScheduleStore,
    ScheduleCheck,
    ScheduleService,
    ScheduleListService,
    ScheduleTrigger,
    SchedulePreviewService,
    ScheduleRunReadModel,
  ],
})
export class SchedulesModule {}
