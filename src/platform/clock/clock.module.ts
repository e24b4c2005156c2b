import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ControlDatabase } from '../database/index.js';
import { LoopSupervisor } from '../lifecycle/index.js';
import { Log } from '../logging/index.js';
import { Metrics } from '../metrics/index.js';
import { ClockLoop } from './clock.loop.js';
import { CLOCK_METRICS } from './clock.metrics.js';

/** Keeps the time of a process with that of the database, and tells how far its host is off. */
@Module({})
export class ClockModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: ClockLoop;

  constructor(
    database: ControlDatabase,
    private readonly loops: LoopSupervisor,
    metrics: Metrics,
    log: Log,
  ) {
    const onStep = (aheadMs: number): void =>
      log.warn({ aheadMs: Math.round(aheadMs) }, 'the clock of this host is off: the time of the database is taken');
    this.loop = new ClockLoop(database, onStep, loops);
    metrics.gauge(CLOCK_METRICS.ahead, (set) => set({}, this.loop.aheadMs / 1_000));
  }

  onApplicationBootstrap(): void {
    this.loops.run(this.loop);
  }

  /** In a role the supervisor has stopped it before. */
  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }
}
