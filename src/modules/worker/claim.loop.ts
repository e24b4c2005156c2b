import { Loop, type LoopObserver, type TickResult } from '../../platform/lifecycle/index.js';
import type { ClaimedJob, Claimer } from '../claiming/index.js';
import type { Flushes } from './flushes.js';
import type { RunCounters } from './run-counters.js';
import type { WorkerConfig } from './worker.config.js';
import type { WorkerRuntime } from './worker-runtime.js';

/** Prefetched jobs start within about that long at the speed of the moment. */
const PREFETCH_WINDOW_MS = 250;
const MAX_UNFLUSHED = 5_000;
/** Of payloads that wait for a slot, in characters: a thousand of the largest would be 64 MB. */
const PREFETCH_CHARACTERS = 16_000_000;
/** A tick that goes on for ever would count as one that hangs. */
const TICK_MS = 1_000;
/** So few jobs start sooner than the next claim is sent, which an idle worker needs for nothing. */
const FEW = 8;
/** Of the event loop, until a statement that was just asked for is on its way. */
const TURNS_TO_SEND = 2;

interface ClaimUnderWay {
  readonly jobs: Promise<ClaimedJob[]>;
  readonly askedAtMs: number;
}

/**
 * Keeps the slots filled. It claims ahead what the handlers of this moment would start within a quarter of a second: hundreds of
 * jobs for handlers that take microseconds, none for those that take seconds, which other workers may have free slots for.
 */
export class ClaimLoop extends Loop {
  private jobsPerMs = 0;
  /** 0 until a first job has ended: then the speed of 0 holds. */
  private meanRunMs = 0;
  /** Characters per job of the last claim. */
  private meanPayload = 0;
  private measuredAtMs = performance.now();
  private mayClaim: () => boolean = () => true;

  constructor(
    private readonly claimer: Claimer,
    private readonly runtime: WorkerRuntime,
    private readonly flushes: Flushes,
    private readonly counters: RunCounters,
    private readonly config: WorkerConfig,
    observer?: LoopObserver,
  ) {
    super({ name: 'claim', intervalMs: config.pollIntervalMs, jitter: 0.2 }, observer);
    runtime.whenRoom(() => this.wake());
  }

  /** While this answers false nothing is claimed: fenced, blocked or draining. */
  onlyWhile(mayClaim: () => boolean): void {
    this.mayClaim = mayClaim;
  }

  /** A hint that work has become ready, in one queue or anywhere. */
  hint(queueId?: string): void {
    this.claimer.wake(queueId);
    this.wake();
  }

  /** Claim after claim, while each finds many: the server looks for the next jobs while those of the last one are taken over and run. */
  protected async tick(): Promise<TickResult> {
    const endsAtMs = performance.now() + TICK_MS;
    let claim = this.ask(0);
    if (!claim) return 'idle';
    while (claim) {
      const jobs: ClaimedJob[] = await claim.jobs;
      if (jobs.length === 0) return 'idle';
      this.meanPayload = jobs.reduce((sum, job) => sum + job.payloadJson.length, 0) / jobs.length;
      const isFollowed = jobs.length > FEW && performance.now() < endsAtMs;
      const next: ClaimUnderWay | undefined = isFollowed ? this.ask(jobs.length) : undefined;
      if (next) await sent(next);
      this.runtime.accept(jobs, claim.askedAtMs);
      claim = next;
    }
    return 'more';
  }

  /** @param coming jobs that were claimed and not taken over yet */
  private ask(coming: number): ClaimUnderWay | undefined {
    const prefetch = this.prefetchTarget();
    const buffered = this.runtime.bufferedCount + coming;
    const room = this.config.capacity + prefetch - this.runtime.runningCount - buffered;
    // Half-empty before it is filled again: claims of a few jobs cost as much as claims of hundreds.
    const isWorthwhile = buffered <= prefetch / 2 && room > 0;
    if (!isWorthwhile || !this.mayClaim() || this.flushes.backlog > MAX_UNFLUSHED) return undefined;
    return { askedAtMs: performance.now(), jobs: this.claimer.claim(room) };
  }

  private prefetchTarget(): number {
    const nowMs = performance.now();
    const sinceMs = nowMs - this.measuredAtMs;
    if (sinceMs >= 5) {
      const { jobs, ranMs } = this.counters.takeSettled();
      const rate = jobs / sinceMs;
      if (jobs > 0) this.meanRunMs += (ranMs / jobs - this.meanRunMs) * Math.min(1, jobs / this.config.capacity);
      // The last quarter of a second counts, whatever the rhythm of the ticks.
      const weight = Math.min(1, sinceMs / PREFETCH_WINDOW_MS);
      this.jobsPerMs += (rate - this.jobsPerMs) * Math.max(weight, 0.2);
      this.measuredAtMs = nowMs;
    }
    // Handlers that end at the same moment look like a high speed; the slots cannot start more than their run times allow.
    const jobsPerMs = Math.min(this.jobsPerMs, this.config.capacity / this.meanRunMs);
    return Math.floor(
      Math.min(
        this.config.prefetchMax,
        jobsPerMs * PREFETCH_WINDOW_MS,
        PREFETCH_CHARACTERS / Math.max(1, this.meanPayload),
      ),
    );
  }
}

/** The claim is on its way to the server: the handlers of the jobs before it would keep it here. */
async function sent(claim: ClaimUnderWay): Promise<void> {
  claim.jobs.catch(() => undefined); // whoever waits for the jobs meets it
  for (let turn = 0; turn < TURNS_TO_SEND; turn += 1) await new Promise(setImmediate);
}
