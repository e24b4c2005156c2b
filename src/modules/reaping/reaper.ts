import { Injectable } from '@nestjs/common';
import { ControlDatabase, Notifier } from '../../platform/database/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { ChangeAnnouncer, EVERY_PROJECT } from '../changes/index.js';
import { LOSS_METRICS } from '../claiming/index.js';
import { QUEUED_CHANNEL } from '../jobs/index.js';
import type { ReapGuard } from './reap-guard.js';
import { REAP_BATCH, type ReapedJob, ReaperStore } from './reaper.store.js';
import { REAPING_METRICS } from './reaping.metrics.js';

/** How a round of the reaper ended. */
export type ReapResult =
  | { readonly kind: 'held'; readonly waitMs: number }
  | { readonly kind: 'reaped'; readonly jobs: number; readonly deadWorkers: number; readonly isCapped: boolean };

export interface ReaperLimits {
  readonly leaseMs: number;
  readonly maxJobsPerTick: number;
}

/** Takes back the jobs of workers that died. */
@Injectable()
export class Reaper {
  private readonly store = new ReaperStore();

  constructor(
    private readonly database: ControlDatabase,
    private readonly guard: ReapGuard,
    private readonly limits: ReaperLimits,
    private readonly notifier: Notifier,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** One round: nothing while the guard holds it, else bounded batches until no expired lease is left or the cap is reached. */
  async runOnce(): Promise<ReapResult> {
    const { reason, waitMs } = await this.guard.judge(this.database);
    if (reason !== null) {
      this.metrics.count(REAPING_METRICS.held, { reason });
      this.log.info(
        { reason, waitMs: Math.round(waitMs) },
        'leases are judged in a moment: workers get the time of one lease to beat first',
      );
      return { kind: 'held', waitMs };
    }
    try {
      const { jobs, isCapped } = await this.reapAll();
      return { kind: 'reaped', jobs, isCapped, deadWorkers: await this.sweepWorkers() };
    } catch (error) {
      this.guard.connectionLost();
      throw error;
    }
  }

  private async reapAll(): Promise<{ jobs: number; isCapped: boolean }> {
    let jobs = 0;
    for (;;) {
      const leases = await this.store.findExpired(this.database);
      const room = this.limits.maxJobsPerTick - jobs;
      if (leases.length > 0 && room <= 0) return { jobs, isCapped: this.alarm(jobs) };
      const reaped = leases.length === 0 ? [] : await this.store.reap(this.database, leases.slice(0, room));
      jobs += reaped.length;
      this.report(reaped);
      // What was proposed and not hit is finished, extended, or in the hands of another reaper: the next round will tell.
      if (leases.length < REAP_BATCH || reaped.length === 0) return { jobs, isCapped: false };
    }
  }

  private async sweepWorkers(): Promise<number> {
    const dead = await this.store.markDeadWorkers(this.database, this.limits.leaseMs);
    for (const worker of dead) {
      this.log.warn(
        { workerId: worker.id, lastHeartbeatAt: worker.lastHeartbeatAt },
        'worker is silent, it counts as dead',
      );
    }
    if (dead.length > 0) this.metrics.count(REAPING_METRICS.workersDead, {}, dead.length);
    return dead.length;
  }

  private report(reaped: readonly ReapedJob[]): void {
    for (const job of reaped) this.count(job);
    for (const queueId of new Set(reaped.filter((job) => job.fate === 'queued').map((job) => job.queueId))) {
      this.notifier.notify(QUEUED_CHANNEL, queueId);
    }
    // Whose they are is not told by the statement; it is seldom.
    if (reaped.length > 0) ChangeAnnouncer.of(this.notifier).changed(EVERY_PROJECT, 'dead-letters');
    if (reaped.length > 0) this.log.warn({ jobs: reaped.length }, 'jobs with lost leases were taken back');
  }

  private count({ projectId, queue, handler, fate, isRefunded }: ReapedJob): void {
    const labels = { project: projectId, queue: queue ?? 'deleted', handler };
    this.metrics.count(REAPING_METRICS.reaped, { ...labels, fate });
    if (isRefunded) this.metrics.count(LOSS_METRICS.refunded, { ...labels, cause: 'lease_expired' });
    if (fate === 'dead_letter') this.metrics.count(LOSS_METRICS.dead, { ...labels, reason: 'worker_lost' });
  }

  private alarm(jobs: number): true {
    this.metrics.count(REAPING_METRICS.capped, {});
    this.log.error({ jobs }, 'leases expire in masses, the reaper goes on in its next round');
    return true;
  }
}
