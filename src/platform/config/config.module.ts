import { type DynamicModule, Module } from '@nestjs/common';
import { type ConfigClass, type Environment, loadConfigs } from './config-loader.js';

/** Makes validated config objects injectable by their class. Every class of a role is read at once, so that all faults show at once. */
@Module({})
export class ConfigModule {
  static register(classes: readonly ConfigClass[], env: Environment): DynamicModule {
    const configs = loadConfigs(classes, env);
    const providers = [...configs].map(([provide, useValue]) => ({ provide, useValue }));
    return { module: ConfigModule, global: true, providers, exports: [...classes] };
  }
}
