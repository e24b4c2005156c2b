/** Schedules: definitions, preview, the materializer; and the promoter. */
export { SchedulerConfig } from './scheduler.config.js';
export { ScheduleResumption } from './schedule-resumption.js';
export { SCHEDULE_METRICS } from './schedules.metrics.js';
export { SchedulesModule } from './schedules.module.js';
export { SchedulingLoopsModule } from './scheduling-loops.module.js';
