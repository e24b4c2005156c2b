import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { Reaper } from './reaper.js';
import { ReapingConfig } from './reaping.config.js';

/** Reaps at a steady pace. Any number of replicas may run it. */
@Injectable()
export class ReaperLoop extends Loop {
  constructor(
    private readonly reaper: Reaper,
    config: ReapingConfig,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'reaper', intervalMs: config.tickMs }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    const result = await this.reaper.runOnce();
    return result.kind === 'held' ? { sleepMs: Math.ceil(result.waitMs) } : 'idle';
  }
}
