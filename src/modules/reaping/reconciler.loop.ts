import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { ReapingConfig } from './reaping.config.js';
import { Reconciler } from './reconciler.js';

/** Walks over all jobs in small stretches, with a pause after each so that it is never felt. */
@Injectable()
export class ReconcilerLoop extends Loop {
  constructor(
    private readonly reconciler: Reconciler,
    config: ReapingConfig,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'reconciler', intervalMs: config.reconcileIntervalMs }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    return (await this.reconciler.runOnce()) ? { sleepMs: 200 } : 'idle';
  }
}
