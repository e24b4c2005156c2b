import type { DynamicModule, Type } from '@nestjs/common';
import { type ConfigClass, ConfigModule, type Environment } from '../platform/config/index.js';
import { DatabaseModule } from '../platform/database/index.js';
import { LifecycleModule, type ProcessServices } from '../platform/lifecycle/index.js';
import { LoggingModule } from '../platform/logging/index.js';

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
  ];
}
