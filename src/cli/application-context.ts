import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { followDatabaseClock } from '../platform/clock/index.js';
import { type ConfigClass, ConfigModule, DatabaseConfig, type Environment } from '../platform/config/index.js';
import { AppDatabase, DatabaseModule } from '../platform/database/index.js';

interface ContextOptions {
  readonly module: Type | DynamicModule;
  readonly configs: readonly ConfigClass[];
  readonly env: Environment;
}

/** Runs `work` with a service of a module, outside of any role, and closes every connection afterwards. */
export async function withService<Service, Result>(
  { module, configs, env }: ContextOptions,
  service: Type<Service>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  @Module({})
  class CommandRoot {}
  const imports = [ConfigModule.register([DatabaseConfig, ...configs], env), DatabaseModule, module];
  const app = await NestFactory.createApplicationContext(
    { module: CommandRoot, imports },
    { logger: false, abortOnError: false },
  );
  try {
    // What is minted here is found by its time among what the processes mint.
    await followDatabaseClock(app.get(AppDatabase, { strict: false }));
    return await work(app.get(service, { strict: false }));
  } finally {
    await app.close();
  }
}
