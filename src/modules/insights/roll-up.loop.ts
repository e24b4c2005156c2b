import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { InsightsConfig } from './insights.config.js';
import { RollUp } from './roll-up.js';

/** Keeps the minute roll-ups up to date. */
@Injectable()
export class RollUpLoop extends Loop {
  constructor(
    private readonly rollUp: RollUp,
    config: InsightsConfig,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'roll-up', intervalMs: config.rollUpIntervalMs }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    return (await this.rollUp.runOnce()) ? 'more' : 'idle';
  }
}
