/** Schedules: definitions, preview, the materializer; and the promoter. */
export { SchedulerConfig } from './scheduler.config.js';
export { SchedulingLoopsModule } from './scheduling-loops.module.js';
