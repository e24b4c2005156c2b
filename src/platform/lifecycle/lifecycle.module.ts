import { Global, Module } from '@nestjs/common';
import { Health } from '../health/health.js';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { LoopSupervisor } from './loop-supervisor.js';
import { Shutdown } from './shutdown.js';

/** The technical services that every role has: log, metrics, health, loops and the order of a shutdown. */
@Global()
@Module({
  providers: [
    { provide: Metrics, useFactory: () => new Metrics() },
    { provide: Health, useFactory: () => new Health() },
    {
      provide: Shutdown,
      useFactory: (log: Log) => new Shutdown((step, error) => log.error({ step, err: error }, 'shutdown step failed')),
      inject: [Log],
    },
    {
      provide: LoopSupervisor,
      useFactory: (log: Log, metrics: Metrics, health: Health) => new LoopSupervisor(log, metrics, health),
      inject: [Log, Metrics, Health],
    },
  ],
  exports: [Metrics, Health, Shutdown, LoopSupervisor],
})
export class LifecycleModule {}
