import type { DynamicModule, Type } from '@nestjs/common';
import type { ConfigClass, Environment, Role } from '../platform/config/index.js';
import type { Metric } from '../platform/metrics/index.js';
import type { ProcessServices } from '../platform/lifecycle/index.js';

export type RootModule = Type | DynamicModule;

/** A role: the configuration it reads and the modules it is made of. One that reads `ApiConfig` listens for requests. */
export interface RoleDefinition {
  readonly role: Role;
  readonly configs: readonly ConfigClass[];
  /** What it tells on `/metrics`, beside what every role does. */
  readonly metrics: readonly Metric[];
  /** The root module; everything in it is imported only by the process that has this role. */
  root(environment: Environment, services: ProcessServices): Promise<RootModule>;
}
