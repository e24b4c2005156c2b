import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ControlDatabase, Notifier } from '../../platform/database/index.js';
import { LoopSupervisor } from '../../platform/lifecycle/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { LeaseConfig } from '../claiming/index.js';
import { PurgeLoop } from './purge.loop.js';
import { Purger } from './purger.js';
import { ReapGuard } from './reap-guard.js';
import { Reaper } from './reaper.js';
import { ReaperLoop } from './reaper.loop.js';
import { ReapingConfig } from './reaping.config.js';
import { Reconciler } from './reconciler.js';
import { ReconcilerLoop } from './reconciler.loop.js';

/** What clears up after others: lost leases, silent workers, orphans, retention. */
@Module({
  providers: [
    {
      provide: Reaper,
      useFactory: (
        database: ControlDatabase,
        { leaseMs }: LeaseConfig,
        { maxJobsPerTick }: ReapingConfig,
        notifier: Notifier,
        metrics: Metrics,
        log: Log,
      ) => new Reaper(database, new ReapGuard(leaseMs), { leaseMs, maxJobsPerTick }, notifier, metrics, log),
      inject: [ControlDatabase, LeaseConfig, ReapingConfig, Notifier, Metrics, Log],
    },
    Reconciler,
    Purger,
    ReaperLoop,
    ReconcilerLoop,
    PurgeLoop,
  ],
})
export class ReapingModule implements OnApplicationBootstrap {
  constructor(
    private readonly supervisor: LoopSupervisor,
    private readonly reaper: ReaperLoop,
    private readonly reconciler: ReconcilerLoop,
    private readonly purge: PurgeLoop,
    private readonly config: ReapingConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.supervisor.run(this.reaper, maxAgeSeconds(this.config.tickMs));
    this.supervisor.run(this.reconciler, maxAgeSeconds(this.config.reconcileIntervalMs));
    this.supervisor.run(this.purge, maxAgeSeconds(this.config.purgeIntervalMs));
  }
}

/** Three rounds, and never less than a minute. */
function maxAgeSeconds(intervalMs: number): number {
  return Math.max(60, (3 * intervalMs) / 1000);
}
