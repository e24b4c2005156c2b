import type { BackoffStrategy } from '../../kernel/backoff.js';

/** A job as a claim hands it out: what to run, under which lease, and the policy in force at that moment. */
export interface ClaimedJob {
  readonly jobId: string;
  readonly projectId: string;
  readonly queueId: string;
  readonly queueName: string;
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
  /** Compact JSON, parsed only when the handler starts. */
  readonly payloadJson: string;
  readonly traceparent: string | null;
  /** The job's own value, else its queue's current one. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly retryStrategy: BackoffStrategy;
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
  readonly retryJitter: boolean;
}

/** What a lease is known by. */
export interface Lease {
  readonly jobId: string;
  readonly leaseToken: string;
}
