import { Global, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { HandlersConfig, HandlersModule, ProjectSecrets } from '../../src/modules/handlers/index.js';
import { JobsModule } from '../../src/modules/jobs/index.js';
import { QuotasConfig } from '../../src/modules/quotas/index.js';
import type { ProjectScope } from '../../src/modules/tenancy/index.js';
import { newId } from '../../src/kernel/ids.js';
import { AuthConfig } from '../../src/modules/auth/index.js';
import { ConfigModule, EncryptionConfig, loadConfig, SecretsConfig } from '../../src/platform/config/index.js';
import { AppDatabase, ControlDatabase, HotDatabase, Notifier } from '../../src/platform/database/index.js';
import { Log } from '../../src/platform/logging/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import type { TestDatabase } from './test-database.js';
import { testLog } from './test-log.js';

/** Hints instead of NOTIFY: what a room would have told the workers. */
class RecordedNotifier extends Notifier {
  readonly sent: { readonly channel: string; readonly payload: string }[] = [];

  override notify(channel: string, payload = ''): void {
    this.sent.push({ channel, payload });
  }

  override takeTurn(): undefined {
    return undefined;
  }
}

export interface JobsRoom {
  readonly app: INestApplicationContext;
  readonly notifier: RecordedNotifier;
  get<T>(type: Type<T>): T;
  close(): Promise<void>;
}

const SECRETS = { JWT_SECRET: 'a'.repeat(32), JWT_REFRESH_SECRET: 'b'.repeat(32), SECRETS_KEY: 'c'.repeat(32) };

/** The services of jobs (and of further modules) on a test database, wired by their own modules, without HTTP. */
export async function aJobsRoom(database: TestDatabase, modules: readonly Type[] = []): Promise<JobsRoom> {
  const notifier = new RecordedNotifier(database.control);

  @Global()
  @Module({
    providers: [
      { provide: AppDatabase, useValue: database.app },
      { provide: HotDatabase, useValue: database.hot },
      { provide: ControlDatabase, useValue: database.control },
      { provide: Notifier, useValue: notifier },
      { provide: Metrics, useValue: new Metrics() },
      { provide: Log, useValue: testLog() },
    ],
    exports: [AppDatabase, HotDatabase, ControlDatabase, Notifier, Metrics, Log],
  })
  class PlatformModule {}

  @Module({ providers: [{ provide: ProjectSecrets, useValue: { find: () => undefined } }], exports: [ProjectSecrets] })
  class SecretsModule {}

  const handlers = await HandlersModule.register({
    modules: [],
    config: loadConfig(HandlersConfig, {}),
    imports: [SecretsModule],
  });
  const app = await Test.createTestingModule({
    imports: [
      ConfigModule.register([AuthConfig, SecretsConfig, EncryptionConfig, QuotasConfig], SECRETS),
      PlatformModule,
      { ...handlers, global: true },
      JobsModule,
      ...modules,
    ],
  }).compile();
  await app.init();
  return { app, notifier, get: (type) => app.get(type, { strict: false }), close: () => app.close() };
}

/** A scope as the access guard makes it, for a person or for a key. */
export function aScope(projectId: string, kind: 'user' | 'key' = 'user'): ProjectScope {
  const id = newId();
  return {
    projectId,
    organizationId: newId(),
    principal:
      kind === 'user'
        ? { kind: 'user', userId: id, sessionId: newId(), isOperator: false }
        : { kind: 'api_key', keyId: id, projectId, scopes: ['manage'] },
    createdBy: `${kind}:${id}`,
    requestId: newId(),
    ip: '127.0.0.1',
  };
}
