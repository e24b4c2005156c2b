import { Module } from '@nestjs/common';
import { LeaseConfig } from '../modules/claiming/index.js';
import { RollUpModule } from '../modules/insights/index.js';
import { ReapingConfig, ReapingModule } from '../modules/reaping/index.js';
import { SchedulerConfig, SchedulingLoopsModule } from '../modules/schedules/index.js';
import { DatabaseConfig, ProcessConfig } from '../platform/config/index.js';
import type { RoleDefinition } from './role.js';
import { platformImports } from './root-imports.js';

const CONFIGS = [ProcessConfig, DatabaseConfig, LeaseConfig, SchedulerConfig, ReapingConfig];

/** Promotes, materializes, reaps, purges, rolls up. Any number of them do no harm. */
export const schedulerRole: RoleDefinition = {
  role: 'scheduler',
  configs: CONFIGS,
  async root(environment, services) {
    @Module({})
    class SchedulerRoot {}
    return {
      module: SchedulerRoot,
      imports: [...platformImports(CONFIGS, environment, services), SchedulingLoopsModule, ReapingModule, RollUpModule],
    };
  },
};
