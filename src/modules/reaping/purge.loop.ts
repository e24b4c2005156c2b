import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { Purger } from './purger.js';
import { ReapingConfig } from './reaping.config.js';

/** Walks over everything that has a retention, in small batches. */
@Injectable()
export class PurgeLoop extends Loop {
  constructor(
    private readonly purger: Purger,
    config: ReapingConfig,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'purge', intervalMs: config.purgeIntervalMs }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    return (await this.purger.runOnce()) ? 'more' : 'idle';
  }
}
