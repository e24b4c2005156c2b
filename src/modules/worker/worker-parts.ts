import { Injectable } from '@nestjs/common';
import { ProcessConfig } from '../../platform/config/index.js';
import { Health } from '../../platform/health/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { Tracing } from '../../platform/tracing/index.js';
import { ClaimStore, FinishStore, LeaseConfig, LeaseStore, WorkerStore } from '../claiming/index.js';
import { HandlerRegistry } from '../handlers/index.js';
import { JobLogSink } from './job-log-buffer.js';
import { WorkerConfig } from './worker.config.js';

@Injectable()
class WorkerStores {
  constructor(
    readonly claims: ClaimStore,
    readonly finish: FinishStore,
    readonly leases: LeaseStore,
    readonly workers: WorkerStore,
    readonly logSink: JobLogSink,
  ) {}
}

@Injectable()
class WorkerSettings {
  constructor(
    readonly config: WorkerConfig,
    readonly leaseConfig: LeaseConfig,
    readonly process: ProcessConfig,
    readonly health: Health,
  ) {}
}

/** What the container gives to a worker; the worker's own parts are made of these by hand, once per process. */
@Injectable()
export class WorkerParts {
  constructor(
    private readonly stores: WorkerStores,
    private readonly settings: WorkerSettings,
    readonly handlers: HandlerRegistry,
    readonly log: Log,
    readonly metrics: Metrics,
    readonly tracing: Tracing,
  ) {}

  get claims(): ClaimStore {
    return this.stores.claims;
  }

  get finish(): FinishStore {
    return this.stores.finish;
  }

  get leases(): LeaseStore {
    return this.stores.leases;
  }

  get workers(): WorkerStore {
    return this.stores.workers;
  }

  get logSink(): JobLogSink {
    return this.stores.logSink;
  }

  get config(): WorkerConfig {
    return this.settings.config;
  }

  get leaseConfig(): LeaseConfig {
    return this.settings.leaseConfig;
  }

  get health(): Health {
    return this.settings.health;
  }

  get process(): ProcessConfig {
    return this.settings.process;
  }
}

export const WORKER_PARTS = [WorkerStores, WorkerSettings, WorkerParts];
