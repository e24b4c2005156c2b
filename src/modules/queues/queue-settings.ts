import type { BackoffStrategy } from '../../kernel/backoff.js';

/** What a queue says about its jobs where they say nothing themselves. */
export interface QueuePolicy {
  readonly description: string | null;
  /** Jobs of this queue that may be claimed or running at once, over all workers; null: no limit. */
  readonly maxConcurrency: number | null;
  readonly retryStrategy: BackoffStrategy;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly retryJitter: boolean;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly maxLeaseLosses: number;
  readonly retentionSeconds: number;
  readonly deadLetterRetentionSeconds: number;
}

/** A queue as it stands. */
export interface QueueSettings extends QueuePolicy {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** A paused queue accepts jobs and gives none away. */
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
