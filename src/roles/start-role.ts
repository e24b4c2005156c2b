import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ApiConfig,
  DatabaseConfig,
  type Environment,
  loadConfigs,
  ProcessConfig,
  TracingConfig,
} from '../platform/config/index.js';
import { Health, OperationsServer } from '../platform/health/index.js';
import { createHttpApp, setDraining } from '../platform/http/index.js';
import { LoopSupervisor, type ProcessServices, Shutdown } from '../platform/lifecycle/index.js';
import { Log, NestLog } from '../platform/logging/index.js';
import { Metrics, PROCESS_METRICS } from '../platform/metrics/index.js';
import { startTracing } from '../platform/tracing/index.js';
import { loadRole } from './load-role.js';
import type { RoleDefinition } from './role.js';
import { PLATFORM_METRICS } from './root-imports.js';
import { SchemaGate } from './schema-gate.js';

export interface RunningRole {
  readonly log: Log;
  readonly shutdownGraceMs: number;
  stop(): Promise<void>;
  /** Waits no longer for what runs; it is given back. */
  hurry(): void;
}

const LOOK_EVERY_MS = 20;

/** Starts the role that the environment names: probes first, then the schema, then the modules. */
export async function startRole(environment: Environment): Promise<RunningRole> {
  const settings = loadConfigs([ProcessConfig], environment).get(ProcessConfig) as ProcessConfig;
  const definition = await loadRole(settings.role);
  const configs = loadConfigs(definition.configs, environment);
  const services = await processServices(settings, configs.get(TracingConfig) as TracingConfig);
  const { log, shutdown, metrics } = services;
  metrics.declare([...PLATFORM_METRICS, ...definition.metrics]);
  const running: RunningRole = {
    log,
    shutdownGraceMs: settings.shutdownGraceMs,
    stop: () => shutdown.run(),
    hurry: () => {
      log.warn({}, 'second signal, giving back at once what still runs');
      shutdown.isHurried = true;
    },
  };

  const operations = new OperationsServer(services.health, services.metrics);
  const operationsPort = await operations.listen(settings.operationsPort, settings.operationsHost);
  services.shutdown.on('connections', 'operations server', () => operations.close());
  services.log.info({ version: ProcessConfig.version, operationsPort }, 'starting');

  const gate = new SchemaGate(configs.get(DatabaseConfig) as DatabaseConfig, services);
  // In the background: a signal that arrives while we wait must be heard.
  void open(definition, environment, services, gate, configs.get(ApiConfig) as ApiConfig | undefined);
  return running;
}

async function open(
  definition: RoleDefinition,
  environment: Environment,
  services: ProcessServices,
  gate: SchemaGate,
  api: ApiConfig | undefined,
): Promise<void> {
  const { log, health, shutdown } = services;
  let isOpen = false;
  health.check('start', () => (isOpen ? undefined : 'starting'));
  try {
    if (!(await gate.opens())) return;
    const root = await definition.root(environment, services);
    const app = api
      ? await serve(root, api, services)
      : await NestFactory.createApplicationContext(root, { logger: new NestLog(log) });
    shutdown.on('drain', 'loops', () => app.get(LoopSupervisor).stop());
    shutdown.on('connections', 'modules', () => app.close());
    isOpen = true;
    await sayWhenReady(services);
  } catch (error) {
    log.error({ err: error }, 'the role could not start');
    process.exitCode = 1;
    await shutdown.run();
    // Unreferenced: it only ends what would otherwise keep a failed process alive.
    setTimeout(() => process.exit(), 500).unref();
  }
}

/** What has started may still have something to do before it can work: a worker stands in the list of workers first. */
async function sayWhenReady({ health, log, shutdown }: ProcessServices): Promise<void> {
  while (!(await health.readiness()).isReady) {
    if (shutdown.hasBegun) return;
    await delay(LOOK_EVERY_MS);
  }
  log.info({}, 'ready');
}

async function serve(
  root: Awaited<ReturnType<RoleDefinition['root']>>,
  api: ApiConfig,
  services: ProcessServices,
): Promise<INestApplicationContext> {
  const app: NestFastifyApplication = await createHttpApp(root, {
    trustedProxyHops: api.trustedProxyHops,
    corsOrigins: api.corsOrigins,
    unprefixedPaths: ['livez', 'readyz'],
    openApi: { version: ProcessConfig.version },
    metrics: services.metrics,
    logger: new NestLog(services.log),
  });
  services.shutdown.on('intake', 'http', () => {
    setDraining(app);
    // Requests that have begun get their answer.
    return new Promise<void>((resolve) => app.getHttpServer().close(() => resolve()));
  });
  await app.listen(api.port, api.host);
  services.log.info({ url: await app.getUrl() }, 'listening');
  return app;
}

async function processServices(settings: ProcessConfig, tracingConfig: TracingConfig): Promise<ProcessServices> {
  const log = new Log({ level: settings.logLevel, base: { role: settings.role, pid: process.pid } });
  const health = new Health();
  const shutdown = new Shutdown((step, error) => log.error({ step, err: error }, 'shutdown step failed'));
  health.check('shutdown', () => (shutdown.hasBegun ? 'shutting down' : undefined));
  const metrics = new Metrics({ role: settings.role });
  metrics.gauge(PROCESS_METRICS.build, (set) => set({ version: ProcessConfig.version }, 1));
  const { role } = settings;
  const tracing = await startTracing(tracingConfig, { role, version: ProcessConfig.version }, (message) =>
    log.warn({ reason: message }, 'spans could not be sent'),
  );
  shutdown.on('connections', 'tracing', () => tracing.close());
  return { log, health, shutdown, metrics, tracing };
}
