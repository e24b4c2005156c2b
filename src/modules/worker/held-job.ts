import type { ClaimedJob } from '../claiming/index.js';
import type { AbortCause, Attempt } from './attempt-end.js';
import type { JobTrace } from './job-trace.js';
import type { JobCells } from './run-counters.js';

/** `buffered` waits for a slot, `running` has one; `ended` was given to the flush or lost, but its handler may not have settled yet. */
export type HeldState = 'buffered' | 'running' | 'ended';

/** A job that this process holds, from its claim until its lease is ended and its handler has settled. */
export class HeldJob {
  state: HeldState = 'buffered';
  slot = -1;
  startedAtMs = 0;
  /** The start was written to the database. */
  isStartRecorded = false;
  abortCause: AbortCause = null;
  abortedAtMs = 0;
  /** Only while tracing is on. */
  trace: JobTrace | undefined;
  private controller: AbortController | undefined;

  constructor(
    /** Names the lease towards the heartbeat thread; never 0. */
    readonly index: number,
    readonly claimed: ClaimedJob,
    readonly claimedAtMs: number,
    readonly cells: JobCells,
  ) {}

  /** A job that lost its lease before may be what killed its process: it runs alone among its like, with its start committed. */
  get isSuspect(): boolean {
    return this.claimed.leaseLosses >= 1;
  }

  get timeoutMs(): number {
    return this.claimed.timeoutMs ?? this.claimed.queue.timeoutMs;
  }

  /** What decides how a failed attempt goes on. */
  get attempt(): Attempt {
    const { jobId, leaseToken, attempt, executionSeq, maxAttempts, queue } = this.claimed;
    const { retryStrategy, retryBaseMs, retryCapMs, retryJitter } = queue;
    return {
      jobId,
      leaseToken,
      attempt,
      executionSeq,
      startedAtMs: this.startedAtMs,
      maxAttempts: maxAttempts ?? queue.maxAttempts,
      retryStrategy,
      retryBaseMs,
      retryCapMs,
      retryJitter,
    };
  }

  /** Made at first use: most handlers never ask for it. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.abortCause !== null && !this.controller.signal.aborted)
      this.controller.abort(abortReason(this.abortCause));
    return this.controller.signal;
  }

  /** The first cause stands, except that a lost lease overrules all: nothing may be written any more. */
  abort(cause: NonNullable<AbortCause>): void {
    if (this.abortCause !== null && cause !== 'lost') return;
    this.abortCause = cause;
    this.abortedAtMs = performance.now();
    this.controller?.abort(abortReason(cause));
  }
}

const REASONS = {
  timeout: ['TimeoutError', 'the job ran longer than its timeout'],
  cancel: ['CancelledError', 'the job was cancelled'],
  lost: ['LeaseLostError', 'the lease of the job was lost; another worker may run it'],
  drain: ['DrainError', 'the worker is shutting down; the job goes back to its queue'],
} as const;

export function abortReason(cause: NonNullable<AbortCause>): Error {
  const [name, message] = REASONS[cause];
  const error = new Error(message);
  error.name = name;
  return error;
}
