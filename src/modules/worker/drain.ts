import { setTimeout as delay } from 'node:timers/promises';
import type { Notifier } from '../../platform/database/index.js';
import type { HeartbeatLink, WorkerStore } from '../claiming/index.js';
import type { ClaimLoop } from './claim.loop.js';
import type { Sweeper } from './sweeper.js';
import type { WorkerRuntime } from './worker-runtime.js';

export interface DrainParts {
  readonly runtime: WorkerRuntime;
  readonly heartbeat: HeartbeatLink;
  readonly sweeper: Sweeper;
  readonly claimLoop: ClaimLoop;
  readonly workers: WorkerStore;
  readonly notifier: Notifier;
  readonly isHurried: () => boolean;
}

/** Kept back from the grace for releasing and closing, in milliseconds; a quarter of a short grace. */
const RESERVE_MS = 2_000;
const SETTLE_MS = 250;
const LOOK_EVERY_MS = 20;

/** Ends a worker without charging anybody: nothing new is claimed, what waits goes back, what runs may end within the grace. */
export class Drain {
  hasBegun = false;

  constructor(private readonly parts: DrainParts) {}

  async run(workerId: string, graceMs: number): Promise<void> {
    const { runtime, heartbeat, sweeper, claimLoop, workers, notifier } = this.parts;
    const startedAtMs = performance.now();
    const reserveMs = Math.min(RESERVE_MS, graceMs / 4);
    this.hasBegun = true;
    heartbeat.state('draining');
    const queues = new Set([...runtime.held.values()].map((job) => job.claimed.queueId));
    runtime.close();
    // A claim whose answer does not come must not use up the time for releasing.
    await Promise.race([claimLoop.stop(), delay(graceMs - reserveMs)]);
    await this.until(() => runtime.runningCount === 0 || this.parts.isHurried(), startedAtMs + graceMs - reserveMs);
    for (const job of runtime.runningJobs()) job.abort('drain');
    await this.until(() => runtime.runningCount === 0, performance.now() + Math.min(SETTLE_MS, reserveMs / 4));
    for (const job of runtime.runningJobs()) runtime.giveUp(job);
    // Everything that was held has its end in the database: an end may still wait for the log lines of its job. Without a
    // database nothing can be written: the leases run out, and the reaper refunds.
    await this.until(() => runtime.held.size === 0, startedAtMs + graceMs - reserveMs / 2);
    sweeper.stop();
    for (const queueId of queues) notifier.notify('rota_queued', queueId);
    // In this order: a heartbeat after the stop would say that the worker lives.
    await Promise.race([heartbeat.stop(), delay(reserveMs / 4)]);
    await Promise.race([workers.stop(workerId).catch(() => undefined), delay(reserveMs / 4)]);
  }

  private async until(isDone: () => boolean, deadlineMs: number): Promise<void> {
    while (!isDone() && performance.now() < deadlineMs) await delay(LOOK_EVERY_MS);
  }
}
