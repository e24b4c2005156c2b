import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { PROMOTE_BATCH, Promoter } from './promoter.js';
import { SchedulerConfig } from './scheduler.config.js';
import { sleepUntilDue } from './sleep-until-due.js';

/** Promotes jobs as their time comes. Any number of replicas may run it. */
@Injectable()
export class PromoterLoop extends Loop {
  constructor(
    private readonly promoter: Promoter,
    config: SchedulerConfig,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'promoter', intervalMs: config.maxSleepMs, jitter: 0 }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    const dueInMs = await this.promoter.nextDueInMs();
    if (dueInMs === undefined || dueInMs > 0) return sleepUntilDue(dueInMs);
    if ((await this.promoter.runOnce()) === PROMOTE_BATCH) return 'more';
    return sleepUntilDue(await this.promoter.nextDueInMs());
  }
}
