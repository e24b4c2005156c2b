import { Module } from '@nestjs/common';
import { AuditModule } from '../modules/audit/index.js';
import { AuthConfig, AuthModule } from '../modules/auth/index.js';
import { DeadLettersModule } from '../modules/dead-letters/index.js';
import { EventsConfig, EventsModule } from '../modules/events/index.js';
import { HandlersConfig, HandlersController, HandlersModule } from '../modules/handlers/index.js';
import { InsightsModule } from '../modules/insights/index.js';
import { JobsModule } from '../modules/jobs/index.js';
import { OperatorModule } from '../modules/operator/index.js';
import { QueuesModule } from '../modules/queues/index.js';
import { QuotasConfig, QuotasModule } from '../modules/quotas/index.js';
import { SchedulesModule } from '../modules/schedules/index.js';
import { ProjectSecretsModule, TenancyModule } from '../modules/tenancy/index.js';
import {
  ApiConfig,
  DatabaseConfig,
  EncryptionConfig,
  loadConfig,
  ProcessConfig,
  SecretsConfig,
} from '../platform/config/index.js';
import { accountMail } from './account-mail.js';
import { ProbesController } from './probes.controller.js';
import type { RoleDefinition } from './role.js';
import { platformImports } from './root-imports.js';

const CONFIGS = [
  ProcessConfig,
  DatabaseConfig,
  ApiConfig,
  SecretsConfig,
  AuthConfig,
  EncryptionConfig,
  QuotasConfig,
  EventsConfig,
  HandlersConfig,
];

@Module({
  controllers: [ProbesController, HandlersController],
  imports: [
    AuthModule,
    TenancyModule,
    AuditModule,
    QueuesModule,
    JobsModule,
    DeadLettersModule,
    SchedulesModule,
    InsightsModule,
    QuotasModule,
    EventsModule,
    OperatorModule,
  ],
})
class FeatureModules {}

/** Answers clients. Never runs a job. */
export const apiRole: RoleDefinition = {
  role: 'api',
  configs: CONFIGS,
  async root(environment, services) {
    const handlersConfig = loadConfig(HandlersConfig, environment);
    const handlers = await HandlersModule.register({
      modules: handlersConfig.handlerModules,
      imports: [ProjectSecretsModule],
    });
    @Module({})
    class ApiRoot {}
    return {
      module: ApiRoot,
      imports: [
        ...platformImports(CONFIGS, environment, services),
        accountMail(handlersConfig),
        { ...handlers, global: true },
        FeatureModules,
      ],
    };
  },
};
