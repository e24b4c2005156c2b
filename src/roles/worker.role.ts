import { Module } from '@nestjs/common';
import {
  DatabaseConfig,
  EncryptionConfig,
  loadConfig,
  ProcessConfig,
  TracingConfig,
} from '../platform/config/index.js';
import { LeaseConfig, LOSS_METRICS, RUN_METRICS } from '../modules/claiming/index.js';
import { assertAllowlistForProduction, HandlersConfig, HandlersModule } from '../modules/handlers/index.js';
import { JobLogsModule, JobLogWriter } from '../modules/jobs/index.js';
import { ProjectSecretsModule } from '../modules/tenancy/index.js';
import { JobLogSink, WORKER_METRICS, WorkerConfig, WorkerModule } from '../modules/worker/index.js';
import { BATCH_METRICS } from '../platform/database/index.js';
import type { Metric } from '../platform/metrics/index.js';
import type { RoleDefinition } from './role.js';
import { platformImports } from './root-imports.js';

const CONFIGS = [
  ProcessConfig,
  TracingConfig,
  DatabaseConfig,
  EncryptionConfig,
  LeaseConfig,
  WorkerConfig,
  HandlersConfig,
];

const METRICS = [RUN_METRICS, LOSS_METRICS, BATCH_METRICS, WORKER_METRICS].flatMap((metrics) =>
  Object.values<Metric>(metrics),
);

/** Binds the door of the job log to what the worker asks for. */
@Module({
  imports: [JobLogsModule],
  providers: [{ provide: JobLogSink, useExisting: JobLogWriter }],
  exports: [JobLogSink],
})
class JobLogSinkModule {}

/** Claims, runs, finishes. Never answers clients. */
export const workerRole: RoleDefinition = {
  role: 'worker',
  configs: CONFIGS,
  metrics: METRICS,
  async root(environment, services) {
    const handlersConfig = loadConfig(HandlersConfig, environment);
    if (loadConfig(ProcessConfig, environment).isProduction) {
      assertAllowlistForProduction(handlersConfig.httpHandlerAllowlist);
    }
    const handlers = await HandlersModule.register({
      modules: handlersConfig.handlerModules,
      imports: [ProjectSecretsModule],
    });
    @Module({})
    class WorkerRoot {}
    return {
      module: WorkerRoot,
      imports: [
        ...platformImports(CONFIGS, environment, services),
        { module: WorkerModule, imports: [handlers, JobLogSinkModule] },
      ],
    };
  },
};
