import type { BackoffStrategy } from '../../kernel/backoff.js';

/** What of a queue decides how its jobs run, as it stood when they were claimed. The jobs of one claim share it. */
export interface QueuePolicy {
  readonly queueId: string;
  readonly projectId: string;
  readonly name: string;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly retryStrategy: BackoffStrategy;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly retryJitter: boolean;
  /** The clock of the database at the claim, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** A job as a claim hands it out: what to run, under which lease, and the policy in force at that moment. */
export interface ClaimedJob {
  readonly jobId: string;
  readonly queueId: string;
  readonly queue: QueuePolicy;
  readonly priority: number;
  /** As text: a JavaScript date would lose the microseconds that the claim cursor compares. */
  readonly runAt: string;
  /** 1 for the first try; an attempt that the infrastructure lost is given back. */
  readonly attempt: number;
  /** Never the same twice within a job. */
  readonly executionSeq: number;
  /** Consecutive lost leases; 1 and more make the job a suspect. */
  readonly leaseLosses: number;
  readonly leaseToken: string;
  readonly handler: string;
  /** Compact JSON, parsed only when the handler starts, and let go then: it is a part of the answer of the whole claim. */
  payloadJson: string;
  readonly traceparent: string | null;
  /** The job's own values; null leaves it to the queue. */
  readonly timeoutMs: number | null;
  readonly maxAttempts: number | null;
}

/** What a lease is known by. */
export interface Lease {
  readonly jobId: string;
  readonly leaseToken: string;
}
