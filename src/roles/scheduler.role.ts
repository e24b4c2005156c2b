import { Module } from '@nestjs/common';
import { LeaseConfig, LOSS_METRICS } from '../modules/claiming/index.js';
import { INSTALLATION_METRICS, RollUpModule } from '../modules/insights/index.js';
import { ENQUEUE_METRICS } from '../modules/jobs/index.js';
import { REAPING_METRICS, ReapingConfig, ReapingModule } from '../modules/reaping/index.js';
import { SCHEDULE_METRICS, SchedulerConfig, SchedulingLoopsModule } from '../modules/schedules/index.js';
import { DatabaseConfig, ProcessConfig, TracingConfig } from '../platform/config/index.js';
import type { Metric } from '../platform/metrics/index.js';
import type { RoleDefinition } from './role.js';
import { platformImports } from './root-imports.js';

const CONFIGS = [ProcessConfig, TracingConfig, DatabaseConfig, LeaseConfig, SchedulerConfig, ReapingConfig];

const METRICS = [ENQUEUE_METRICS, SCHEDULE_METRICS, REAPING_METRICS, LOSS_METRICS, INSTALLATION_METRICS].flatMap(
  (metrics) => Object.values<Metric>(metrics),
);

/** Promotes, materializes, reaps, purges, rolls up. Any number of them do no harm. */
export const schedulerRole: RoleDefinition = {
  role: 'scheduler',
  configs: CONFIGS,
  metrics: METRICS,
  async root(environment, services) {
    @Module({})
    class SchedulerRoot {}
    return {
      module: SchedulerRoot,
      imports: [...platformImports(CONFIGS, environment, services), SchedulingLoopsModule, ReapingModule, RollUpModule],
    };
  },
};
