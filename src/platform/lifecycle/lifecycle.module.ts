import { type DynamicModule, Module } from '@nestjs/common';
import { Health } from '../health/health.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { Tracing } from '../tracing/index.js';
import { LoopSupervisor } from './loop-supervisor.js';
import { Shutdown } from './shutdown.js';

/** What exists before the container does, because a process answers its probes while it still waits for its database. */
export interface ProcessServices {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly shutdown: Shutdown;
  /** Default: off. */
  readonly tracing?: Tracing;
}

/** The technical services that every role has: metrics, health, loops and the order of a shutdown. */
@Module({})
export class LifecycleModule {
  static register({ log, metrics, health, shutdown, tracing = Tracing.off }: ProcessServices): DynamicModule {
    return {
      module: LifecycleModule,
      global: true,
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Health, useValue: health },
        { provide: Shutdown, useValue: shutdown },
        { provide: Tracing, useValue: tracing },
        { provide: LoopSupervisor, useValue: new LoopSupervisor(log, metrics, health) },
      ],
      exports: [Metrics, Health, Shutdown, Tracing, LoopSupervisor],
    };
  }
}
