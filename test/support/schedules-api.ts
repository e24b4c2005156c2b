import { Module, type Type } from '@nestjs/common';
import { AuditModule } from '../../src/modules/audit/index.js';
import { HandlersConfig, HandlersModule, ProjectSecrets } from '../../src/modules/handlers/index.js';
import { QueuesModule } from '../../src/modules/queues/index.js';
import { TenancyModule } from '../../src/modules/tenancy/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { TestApi } from './test-api.js';
import type { TestDatabase } from './test-database.js';

/** The api with the built-in handlers and the modules under test. */
export async function anApiWith(database: TestDatabase, modules: readonly Type[]): Promise<TestApi> {
  @Module({ providers: [{ provide: ProjectSecrets, useValue: { find: () => undefined } }], exports: [ProjectSecrets] })
  class SecretsModule {}

  const handlers = await HandlersModule.register({
    modules: [],
    config: loadConfig(HandlersConfig, {}),
    imports: [SecretsModule],
  });
  return TestApi.start(database, [AuditModule, TenancyModule, { ...handlers, global: true }, QueuesModule, ...modules]);
}
