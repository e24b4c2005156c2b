import { Injectable } from '@nestjs/common';
import { ControlDatabase, Notifier } from '../../platform/database/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { ChangeAnnouncer, EVERY_PROJECT } from '../changes/index.js';
import { QUEUED_CHANNEL } from '../jobs/index.js';
import type { ReapGuard } from './reap-guard.js';
import { REAP_BATCH, type ReapedJob, ReaperStore } from './reaper.store.js';

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
      this.metrics.count('rota_reaper_held_total', 'Rounds in which leases could not be judged', { reason });
      this.log.info({ reason, waitMs: Math.round(waitMs) }, 'reaper waits for workers to beat');
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
    if (dead.length > 0) this.metrics.count('rota_workers_dead_total', 'Workers that fell silent', {}, dead.length);
    return dead.length;
  }

  private report(reaped: readonly ReapedJob[]): void {
    for (const { fate } of reaped)
      this.metrics.count('rota_jobs_reaped_total', 'Lost leases by fate of the job', { fate });
    for (const queueId of new Set(reaped.filter((job) => job.fate === 'queued').map((job) => job.queueId))) {
      this.notifier.notify(QUEUED_CHANNEL, queueId);
    }
    // Whose they are is not told by the statement; it is seldom.
    if (reaped.length > 0) ChangeAnnouncer.of(this.notifier).changed(EVERY_PROJECT, 'dead-letters');
    if (reaped.length > 0) this.log.warn({ jobs: reaped.length }, 'jobs with lost leases were taken back');
  }

  private alarm(jobs: number): true {
    this.metrics.count('rota_reaper_capped_total', 'Rounds that reached their cap: leases expire in masses', {});
    this.log.error({ jobs }, 'leases expire in masses, the reaper goes on in its next round');
    return true;
  }
}
