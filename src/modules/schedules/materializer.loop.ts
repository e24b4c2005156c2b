import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { Materializer } from './materializer.js';
import { SchedulerConfig } from './scheduler.config.js';
import { SCHEDULE_METRICS } from './schedules.metrics.js';
import { sleepUntilDue } from './sleep-until-due.js';

/** Turns due slots into jobs. Any number of replicas may run it; there is no leader. */
@Injectable()
export class MaterializerLoop extends Loop {
  private overdueSeconds = 0;

  constructor(
    private readonly materializer: Materializer,
    config: SchedulerConfig,
    metrics: Metrics,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'materializer', intervalMs: config.maxSleepMs, jitter: 0 }, supervisor);
    metrics.gauge(SCHEDULE_METRICS.overdue, (set) => set({}, this.overdueSeconds));
  }

  protected async tick(): Promise<TickResult> {
    const dueInMs = await this.materializer.nextDueInMs();
    this.overdueSeconds = Math.max(0, -(dueInMs ?? 0)) / 1000;
    if (dueInMs === undefined || dueInMs > 0) return sleepUntilDue(dueInMs);
    const { hasMore, schedules } = await this.materializer.runOnce();
    if (hasMore && schedules > 0) return 'more';
    return sleepUntilDue(await this.materializer.nextDueInMs());
  }
}
