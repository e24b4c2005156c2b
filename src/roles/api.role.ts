import { Module } from '@nestjs/common';
import { AuditModule } from '../modules/audit/index.js';
import { AuthConfig, AuthModule } from '../modules/auth/index.js';
import { DeadLettersModule } from '../modules/dead-letters/index.js';
import { EVENT_METRICS, EventsConfig, EventsModule } from '../modules/events/index.js';
import { HandlersConfig, HandlersController, HandlersModule } from '../modules/handlers/index.js';
import { InsightsModule } from '../modules/insights/index.js';
import { ENQUEUE_METRICS, JobsModule } from '../modules/jobs/index.js';
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
  TracingConfig,
} from '../platform/config/index.js';
import { BATCH_METRICS } from '../platform/database/index.js';
import { HTTP_METRICS } from '../platform/http/index.js';
import type { Metric } from '../platform/metrics/index.js';
import { accountMail } from './account-mail.js';
import { ProbesController } from './probes.controller.js';
import type { RoleDefinition } from './role.js';
import { platformImports } from './root-imports.js';

const CONFIGS = [
  ProcessConfig,
  TracingConfig,
  DatabaseConfig,
  ApiConfig,
  SecretsConfig,
  AuthConfig,
  EncryptionConfig,
  QuotasConfig,
  EventsConfig,
  HandlersConfig,
];

const METRICS = [HTTP_METRICS, BATCH_METRICS, ENQUEUE_METRICS, EVENT_METRICS].flatMap((metrics) =>
  Object.values<Metric>(metrics),
);

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
  metrics: METRICS,
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
