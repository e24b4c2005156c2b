import type { HeartbeatLink, LeaseConfig, LeaseStore } from '../claiming/index.js';
import type { HeldJob } from './held-job.js';
import type { WorkerConfig } from './worker.config.js';
import type { WorkerRuntime } from './worker-runtime.js';

const SWEEP_EVERY_MS = 50;
/** A handler that still runs after that long is marked running; one that ends sooner passes through running inside its finish. */
const MARK_RUNNING_AFTER_MS = 100;
const TOO_BUSY_LAG_MS = 1_000;
const BUFFERED_MAX_MS = 5_000;
/** A suspect that did not get its turn stays away for that many such times: at its old place it would be claimed again at once. */
const SUSPECT_PAUSES = 2;

/** Keeps the time of a worker: timeouts and their grace, start marks, jobs that wait too long in the buffer, fence and event loop lag. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private expectedAtMs = 0;
  private laggedAtMs = -Infinity;
  private isMarking = false;
  private hasFenced = false;

  constructor(
    private readonly runtime: WorkerRuntime,
    private readonly heartbeat: HeartbeatLink,
    private readonly leases: LeaseStore,
    private readonly config: WorkerConfig,
    private readonly leaseConfig: LeaseConfig,
    private readonly report: { readonly fenced: () => void; readonly marked: (job: HeldJob) => void },
  ) {}

  /** No heartbeat has succeeded for so long that others may soon take the jobs. */
  get isFenced(): boolean {
    return performance.now() - this.heartbeat.board.lastBeatAtMs > this.leaseConfig.fenceMs;
  }

  /** Claiming with an event loop this late would take jobs from workers that have time for them. */
  get isTooBusy(): boolean {
    return performance.now() - this.laggedAtMs < TOO_BUSY_LAG_MS;
  }

  start(): void {
    this.expectedAtMs = performance.now() + SWEEP_EVERY_MS;
    this.timer = setInterval(() => this.sweep(), SWEEP_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private sweep(): void {
    const nowMs = performance.now();
    this.heartbeat.board.loopTickAtMs = nowMs;
    const isLate = nowMs - this.expectedAtMs > TOO_BUSY_LAG_MS;
    if (isLate) this.laggedAtMs = nowMs;
    this.expectedAtMs = nowMs + SWEEP_EVERY_MS;
    if (this.isFenced) return this.fence();
    this.hasFenced = false;
    const unmarked: HeldJob[] = [];
    for (const job of this.runtime.held.values()) {
      if (job.state !== 'running') continue;
      this.checkTime(job, nowMs);
      if (!job.isStartRecorded && nowMs - job.startedAtMs >= MARK_RUNNING_AFTER_MS) unmarked.push(job);
    }
    if (unmarked.length > 0) void this.markRunning(unmarked);
    const bufferedMaxMs = Math.min(BUFFERED_MAX_MS, this.leaseConfig.leaseMs / 3);
    this.runtime.releaseBuffered((job) => nowMs - job.claimedAtMs > bufferedMaxMs, SUSPECT_PAUSES * bufferedMaxMs);
    if (isLate) this.runtime.pump();
  }

  private checkTime(job: HeldJob, nowMs: number): void {
    if (job.abortCause === null && nowMs - job.startedAtMs >= job.timeoutMs) job.abort('timeout');
    const isGraceOver = job.abortCause !== null && nowMs - job.abortedAtMs >= this.config.timeoutGraceMs;
    if (isGraceOver) this.runtime.giveUp(job);
  }

  private async markRunning(jobs: readonly HeldJob[]): Promise<void> {
    if (this.isMarking) return;
    this.isMarking = true;
    const nowMs = performance.now();
    try {
      const held = await this.leases.start(
        jobs.map((job) => ({ ...leaseOf(job), startedAgoMs: nowMs - job.startedAtMs })),
      );
      for (const job of jobs) {
        job.isStartRecorded = held.has(job.claimed.jobId);
        if (job.isStartRecorded) this.report.marked(job);
        else this.runtime.lose(job.index);
      }
    } catch {
      // The next sweep tries again; started_at is derived from the start, not from the try.
    } finally {
      this.isMarking = false;
    }
  }

  private fence(): void {
    // On every sweep: a claim that was under way when the fence came may still bring jobs.
    const indexes = [...this.runtime.held.keys()];
    for (const index of indexes) this.runtime.lose(index);
    if (indexes.length > 0) this.heartbeat.drop(indexes);
    if (!this.hasFenced) this.report.fenced();
    this.hasFenced = true;
  }
}

function leaseOf(job: HeldJob): { jobId: string; leaseToken: string } {
  return { jobId: job.claimed.jobId, leaseToken: job.claimed.leaseToken };
}
