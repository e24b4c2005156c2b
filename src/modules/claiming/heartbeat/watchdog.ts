import { writeSync } from 'node:fs';
import { backoffDelayMs } from '../../../kernel/backoff.js';
import { newId } from '../../../kernel/ids.js';
import type { FinishedAttempt, FinishStore } from '../finish.store.js';
import type { LeaseStore } from '../lease.store.js';
import type { HeldLeases } from './held-leases.js';
import type { SharedBoard } from './shared-board.js';

const BLOCKED_MS = 1_000;
const LAST_WORDS_MS = 5_000;
const STANDARD_ERROR = 2;

export interface WatchdogOptions {
  readonly board: SharedBoard;
  readonly timeoutGraceMs: number;
  readonly finish: FinishStore;
  readonly leases: LeaseStore;
  readonly heldLeases: () => HeldLeases;
  /** This thread's ids carry the time of the database from then on: what the process knows of it, a thread does not. */
  readonly followClock: () => Promise<unknown>;
  readonly now: () => number;
}

/**
 * Ends a process whose event loop is blocked past a job's timeout and grace: records `timed_out` for that job (no refund, the
 * job itself failed), releases the others with refund, and kills the process by signal, because an exit call inside a thread
 * ends only the thread. Whatever launches workers starts it again.
 */
export class Watchdog {
  private hasStruck = false;

  constructor(private readonly options: WatchdogOptions) {}

  async watch(): Promise<void> {
    const { board, timeoutGraceMs, now } = this.options;
    const nowMs = now();
    if (this.hasStruck || nowMs - board.loopTickAtMs < BLOCKED_MS) return;
    const isBlockedForLong = nowMs - board.loopTickAtMs > timeoutGraceMs;
    // An attempt that has ended although its handler never settled is no culprit, unless nothing moves any more.
    const held = this.options.heldLeases();
    const culprits = board.overdue(nowMs - timeoutGraceMs).filter((index) => isBlockedForLong || held.has(index));
    if (culprits.length === 0) return;
    this.hasStruck = true;
    const lastWords = new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS));
    await Promise.race([this.recordAndRelease(culprits, nowMs).catch(() => undefined), lastWords]);
    // Straight to the descriptor: a thread's stream goes through the main thread, which is the one that is blocked.
    writeSync(
      STANDARD_ERROR,
      `${JSON.stringify({ level: 'fatal', msg: 'event loop blocked past a job timeout, ending the process', jobs: this.jobIds(culprits) })}\n`,
    );
    process.kill(process.pid, 'SIGKILL');
  }

  private async recordAndRelease(culprits: readonly number[], nowMs: number): Promise<void> {
    const held = this.options.heldLeases();
    for (const index of culprits) {
      const lease = held.get(index);
      if (lease) await this.recordTimeout(lease, nowMs);
    }
    const others = [...held].filter(({ index }) => !culprits.includes(index));
    await this.options.leases.release(others.map((lease) => ({ ...lease, delayMs: 0, startedAgoMs: null })));
  }

  private async recordTimeout(
    lease: { readonly jobId: string; readonly leaseToken: string },
    nowMs: number,
  ): Promise<void> {
    const policy = await this.options.leases.attemptPolicy(lease);
    if (!policy) return;
    const isLast = policy.attempt >= policy.maxAttempts;
    if (isLast) await this.options.followClock();
    const { retryStrategy: strategy, retryBaseMs: baseMs, retryCapMs: capMs, retryJitter: jitter } = policy;
    const attempt: FinishedAttempt = {
      jobId: lease.jobId,
      leaseToken: lease.leaseToken,
      executionSeq: policy.executionSeq,
      outcome: 'timed_out',
      fate: isLast ? 'dead_letter' : 'retry',
      startedAtMs: performance.now() - Math.max(0, nowMs - this.options.board.loopTickAtMs),
      finishedAtMs: performance.now(),
      delayMs: isLast ? null : backoffDelayMs({ strategy, baseMs, capMs, jitter }, policy.attempt),
      errorJson: JSON.stringify({
        name: 'TimeoutError',
        message: 'the handler blocked the event loop past its timeout; its worker process was ended',
        stack: '',
      }),
      resultJson: null,
      letterId: isLast ? newId() : null,
      reason: isLast ? 'attempts_exhausted' : null,
    };
    await this.options.finish.finish([attempt]);
  }

  private jobIds(indexes: readonly number[]): string[] {
    const held = this.options.heldLeases();
    return indexes.flatMap((index) => held.get(index)?.jobId ?? []);
  }
}
