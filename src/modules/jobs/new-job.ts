import type { JobStatus, LiveStatus } from '../../kernel/job-state.js';

/** A job about to be stored. `id` is minted once, before the first try, so that a repeat does no harm. */
export interface NewJob {
  readonly id: string;
  readonly projectId: string;
  readonly queueId: string;
  readonly handler: string;
  /** Compact JSON text. */
  readonly payloadJson: string;
  /** −100 … 100, higher is more urgent. */
  readonly priority: number;
  /** Due at this instant; in the past or absent: now, by the database clock. */
  readonly runAt?: Date | null;
  /** Due this many milliseconds from now by the database clock, when `runAt` is absent. */
  readonly delayMs?: number | null;
  /** Null: what the queue says when the job is claimed. */
  readonly maxAttempts?: number | null;
  readonly timeoutMs?: number | null;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly scheduleId?: string | null;
  readonly slot?: Date | null;
  readonly replayOf?: string | null;
  /** `user:<uuid>` or `key:<uuid>`. */
  readonly createdBy?: string | null;
  readonly traceparent?: string | null;
}

/** Where a job stands right after it was stored. */
export interface InsertedJob {
  readonly id: string;
  readonly queueId: string;
  readonly handler: string;
  /** `queued` if it was due. */
  readonly status: Extract<LiveStatus, 'queued' | 'scheduled'>;
  readonly runAt: Date;
  readonly createdAt: Date;
}

/** A key of the caller, and the hash of everything that the request asked for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
}

export interface JobToEnqueue {
  readonly job: NewJob;
  readonly idempotency?: IdempotencyKey | undefined;
}

/** The job that an idempotency key stands for, as it is now. */
export interface ReplayedJob {
  readonly id: string;
  readonly queueId: string;
  readonly status: JobStatus;
  /** Null once it has ended. */
  readonly runAt: Date | null;
  readonly createdAt: Date;
}

/** What became of one job of an enqueue. `reused`: the key belongs to a request with another hash. */
export type EnqueueOutcome =
  | { readonly kind: 'created'; readonly job: InsertedJob }
  | { readonly kind: 'replayed'; readonly job: ReplayedJob }
  | { readonly kind: 'reused' };
