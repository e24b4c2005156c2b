import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { systemScope } from '../modules/audit/index.js';
import { JobReplayService, ReplaysModule } from '../modules/dead-letters/index.js';
import { HandlersConfig, HandlersModule, ProjectSecrets } from '../modules/handlers/index.js';
import { AttemptFeed, EnqueueService, JobReadModel, JobServicesModule } from '../modules/jobs/index.js';
import { QueueDirectory, QueueService, QueueServicesModule } from '../modules/queues/index.js';
import { ProjectFinder, type ProjectScope } from '../modules/tenancy/index.js';
import { followDatabaseClock } from '../platform/clock/index.js';
import { ConfigModule, DatabaseConfig, loadConfig } from '../platform/config/index.js';
import { AppDatabase, DatabaseModule } from '../platform/database/index.js';
import { Metrics } from '../platform/metrics/index.js';
import { newCallId } from './call-id.js';
import { type CommandCall, UsageError } from './command.js';

/** The services of a project, as the api has them, without its routes and its secrets. */
export interface ProjectServices {
  readonly scope: ProjectScope;
  readonly database: AppDatabase;
  readonly queues: QueueService;
  readonly directory: QueueDirectory;
  readonly enqueue: EnqueueService;
  readonly jobs: JobReadModel;
  readonly replays: JobReplayService;
  readonly attempts: AttemptFeed;
}

/** Payloads are checked here, and nothing runs: no handler ever asks. */
const NO_SECRETS: ProjectSecrets = { signingSecrets: async () => [], reveal: async () => null };

@Module({ providers: [{ provide: ProjectSecrets, useValue: NO_SECRETS }], exports: [ProjectSecrets] })
export class NoSecretsModule {}

/** Nobody reads the metrics of a command. */
@Global()
@Module({ providers: [{ provide: Metrics, useFactory: () => new Metrics() }], exports: [Metrics] })
class MetricsModule {}

/** As {@link withProject}, with the handlers of HANDLER_MODULES: for what checks payloads. */
export async function withOwnHandlers(
  call: CommandCall,
  work: (services: ProjectServices) => Promise<number>,
): Promise<number> {
  return withServices(call, loadConfig(HandlersConfig, call.env).handlerModules, work);
}

/** Runs `work` in the project that the call names, and closes every connection afterwards. */
export function withProject(call: CommandCall, work: (services: ProjectServices) => Promise<number>): Promise<number> {
  // Modules of the installation are left alone: a queue can be paused even if one of them cannot be loaded.
  return withServices(call, [], work);
}

async function withServices(
  call: CommandCall,
  handlerModules: readonly string[],
  work: (services: ProjectServices) => Promise<number>,
): Promise<number> {
  const handlers = await HandlersModule.register({ modules: handlerModules, imports: [NoSecretsModule] });
  @Module({})
  class ProjectRoot {}
  const imports = [
    ConfigModule.register([DatabaseConfig, HandlersConfig], call.env),
    DatabaseModule,
    MetricsModule,
    { ...handlers, global: true },
    QueueServicesModule,
    JobServicesModule,
    ReplaysModule,
  ];
  const app = await NestFactory.createApplicationContext(
    { module: ProjectRoot, imports },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(await servicesOf(app, call));
  } finally {
    await app.close();
  }
}

async function servicesOf(app: INestApplicationContext, call: CommandCall): Promise<ProjectServices> {
  const database = app.get(AppDatabase);
  // What is minted here is found by its time among what the api minted.
  await followDatabaseClock(database);
  return {
    scope: await scopeOf(database, call.options['project'] as string | undefined),
    database,
    queues: app.get(QueueService),
    directory: app.get(QueueDirectory),
    enqueue: app.get(EnqueueService),
    jobs: app.get(JobReadModel),
    replays: app.get(JobReplayService),
    attempts: app.get(AttemptFeed),
  };
}

/** Acts as the system; the audit log's request id says which call it was, and by whom on the machine. */
async function scopeOf(database: AppDatabase, given: string | undefined): Promise<ProjectScope> {
  const found = await new ProjectFinder(database).find(given);
  const [project] = found;
  if (project === undefined) {
    throw new UsageError(given === undefined ? 'there is no project yet' : `there is no project ${given}`);
  }
  if (found.length > 1) {
    const names = found.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
    throw new UsageError(`there are several such projects: name one by id with --project\n${names}`);
  }
  const { id: projectId, organizationId } = project;
  return { ...systemScope({ organizationId, projectId }, newCallId()), createdBy: 'system:cli' };
}
