import { Injectable } from '@nestjs/common';
import { Loop, LoopSupervisor, type TickResult } from '../../platform/lifecycle/index.js';
import { RollUp } from './roll-up.js';

const ROLL_UP_EVERY_MS = 15_000;

/** Keeps the minute roll-ups up to date. */
@Injectable()
export class RollUpLoop extends Loop {
  constructor(
    private readonly rollUp: RollUp,
    supervisor: LoopSupervisor,
  ) {
    super({ name: 'roll-up', intervalMs: ROLL_UP_EVERY_MS }, supervisor);
  }

  protected async tick(): Promise<TickResult> {
    return (await this.rollUp.runOnce()) ? 'more' : 'idle';
  }
}
