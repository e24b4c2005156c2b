import type { DynamicModule, Type } from '@nestjs/common';
import { CLOCK_METRICS, ClockModule } from '../platform/clock/index.js';
import { type ConfigClass, ConfigModule, type Environment } from '../platform/config/index.js';
import { DatabaseModule, POOL_METRICS, PoolMetricsModule } from '../platform/database/index.js';
import { LifecycleModule, LOOP_METRICS, type ProcessServices } from '../platform/lifecycle/index.js';
import { LoggingModule } from '../platform/logging/index.js';
import { type Metric, PROCESS_METRICS } from '../platform/metrics/index.js';

/** The platform rooms that every role stands on. */
export function platformImports(
  configs: readonly ConfigClass[],
  environment: Environment,
  services: ProcessServices,
): (Type | DynamicModule)[] {
  return [
    ConfigModule.register(configs, environment),
    LoggingModule.register(services.log),
    LifecycleModule.register(services),
    DatabaseModule,
    PoolMetricsModule,
    ClockModule,
  ];
}

/** What every role tells on `/metrics`. */
export const PLATFORM_METRICS: readonly Metric[] = [PROCESS_METRICS, LOOP_METRICS, POOL_METRICS, CLOCK_METRICS].flatMap(
  (metrics) => Object.values<Metric>(metrics),
);
