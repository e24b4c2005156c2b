import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { LoopSupervisor } from '../../platform/lifecycle/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { JobInsertionModule } from '../jobs/index.js';
import { Materializer } from './materializer.js';
import { MaterializerLoop } from './materializer.loop.js';
import { Promoter } from './promoter.js';
import { PromoterLoop } from './promoter.loop.js';
import { SCHEDULE_METRICS } from './schedules.metrics.js';
import { SlotReport } from './slot-report.js';

/** The scheduler's side of schedules: slots become jobs, scheduled jobs become queued. */
@Module({
  imports: [JobInsertionModule],
  providers: [SlotReport, Materializer, MaterializerLoop, Promoter, PromoterLoop],
})
export class SchedulingLoopsModule implements OnApplicationBootstrap {
  constructor(
    private readonly supervisor: LoopSupervisor,
    private readonly materializer: MaterializerLoop,
    private readonly promoter: PromoterLoop,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    // Replicas with other zone rules would disagree about slots by an hour: the versions can be compared from outside.
    this.metrics.gauge(SCHEDULE_METRICS.zoneRules, (set) => set({ version: process.versions['tz'] ?? 'unknown' }, 1));
    this.supervisor.run(this.materializer);
    this.supervisor.run(this.promoter);
  }
}
