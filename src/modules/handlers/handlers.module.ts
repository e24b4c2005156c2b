import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { FailHandler } from './diagnostics/fail.handler.js';
import { NoopHandler } from './diagnostics/noop.handler.js';
import { SleepHandler } from './diagnostics/sleep.handler.js';
import { loadHandlerModules } from './handler-module.loader.js';
import { HandlerRegistry } from './handler.registry.js';
import { HandlersConfig } from './handlers.config.js';
import { HostResolver } from './http-request/host-resolver.js';
import { HttpRequestHandler } from './http-request/http-request.handler.js';
import { SendEmailHandler } from './send-email/send-email.handler.js';

export interface HandlersModuleOptions {
  /** HANDLER_MODULES: ES modules that bring handlers of the installation's own. */
  modules: readonly string[];
  /** Default: the `HandlersConfig` that the configuration module makes injectable everywhere. */
  config?: HandlersConfig;
  /** Nest modules that the handlers need; one of them exports `ProjectSecrets`. */
  imports?: NonNullable<ModuleMetadata['imports']>;
  /** What relative paths in `modules` start from. Default: the working directory. */
  baseDirectory?: string;
}

const BUILT_IN_HANDLERS = [HttpRequestHandler, SendEmailHandler, NoopHandler, SleepHandler, FailHandler];

/** The closed set of handlers: the built-in ones and those of the modules named in HANDLER_MODULES. */
@Module({})
export class HandlersModule {
  /** @throws HandlerBootError naming each module that cannot be loaded; the registry lists the faults of handlers at boot */
  static async register(options: HandlersModuleOptions): Promise<DynamicModule> {
    const loaded = await loadHandlerModules(options.modules, options.baseDirectory ?? process.cwd());
    return {
      module: HandlersModule,
      imports: [DiscoveryModule, ...(options.imports ?? []), ...loaded.modules],
      providers: [
        ...(options.config ? [{ provide: HandlersConfig, useValue: options.config }] : []),
        HostResolver,
        HandlerRegistry,
        ...BUILT_IN_HANDLERS,
        ...loaded.handlers,
      ],
      exports: [HandlerRegistry],
    };
  }
}
