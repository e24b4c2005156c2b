import type { Database } from '../database/index.js';
import { Loop, type LoopObserver, type TickResult } from '../lifecycle/index.js';
import { followDatabaseClock } from './host-clock.js';

const LOOK_EVERY_MS = 1_000;
const MEASURE_EVERY_MS = 30_000;
/** Clocks that are steered drift by far less in a second. */
const JUMP_MS = 250;

/** Asks the database for the time now and then, and at once when the clock of the host has jumped against the monotonic one. */
export class ClockLoop extends Loop {
  /** By the last measurement. */
  aheadMs = 0;
  private hostOffsetMs = Number.NaN;
  private dueAtMs = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly onStep: (aheadMs: number) => void,
    observer?: LoopObserver,
  ) {
    super({ name: 'clock', intervalMs: LOOK_EVERY_MS }, observer);
  }

  protected async tick(): Promise<TickResult> {
    const offsetMs = Date.now() - performance.now();
    const hasJumped = Math.abs(offsetMs - this.hostOffsetMs) > JUMP_MS;
    if (!hasJumped && performance.now() < this.dueAtMs) return 'idle';
    const { aheadMs, isStep } = await followDatabaseClock(this.database);
    this.aheadMs = aheadMs;
    this.hostOffsetMs = Date.now() - performance.now();
    this.dueAtMs = performance.now() + MEASURE_EVERY_MS;
    if (isStep) this.onStep(aheadMs);
    return 'idle';
  }
}
