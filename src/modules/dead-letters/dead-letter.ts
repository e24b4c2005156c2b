export const LETTER_STATES = ['open', 'replayed', 'discarded'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

export const LETTER_REASONS = ['attempts_exhausted', 'not_retryable', 'worker_lost'] as const;
export type LetterReason = (typeof LETTER_REASONS)[number];

/** How often one job may be put back, over all its letters: what fails ten times more is not repaired by an eleventh. */
export const MAX_REPLAYS = 10;

/** A letter in a list. */
export interface DeadLetterSummary {
  readonly id: string;
  readonly jobId: string;
  readonly projectId: string;
  readonly queueId: string;
  readonly queue: string | null;
  readonly handler: string;
  readonly priority: number;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly reason: LetterReason;
  readonly state: LetterState;
  readonly error: unknown;
  readonly attempt: number;
  readonly leaseLosses: number;
  readonly lastExecutionSeq: number;
  readonly replayCount: number;
  readonly scheduleId: string | null;
  readonly jobCreatedAt: Date;
  readonly createdAt: Date;
  readonly replayedAt: Date | null;
  readonly discardedAt: Date | null;
}

export interface DeadLetter extends DeadLetterSummary {
  readonly payload: unknown;
}

/** A letter under the lock of a transaction, with everything that puts its job back. */
export interface LockedLetter {
  readonly id: string;
  readonly jobId: string;
  readonly projectId: string;
  readonly queueId: string;
  readonly handler: string;
  readonly payloadJson: string;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly priority: number;
  readonly maxAttempts: number | null;
  readonly timeoutMs: number | null;
  readonly scheduleId: string | null;
  readonly slot: Date | null;
  readonly traceparent: string | null;
  readonly replayCount: number;
  readonly replayedAt: Date | null;
  readonly discardedAt: Date | null;
  /** Its queue is neither deleted nor gone. */
  readonly hasQueue: boolean;
}
