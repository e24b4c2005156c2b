import type { JobStatus } from '../../kernel/job-state.js';

/** A job in a list. */
export interface JobSummary {
  readonly id: string;
  readonly projectId: string;
  readonly queueId: string;
  /** Name of the queue; null when its record is gone. */
  readonly queue: string | null;
  readonly handler: string;
  readonly status: JobStatus;
  readonly priority: number;
  /** When it is or was due; null once it has ended. */
  readonly runAt: Date | null;
  /** The number of the attempt under way or last made; 0 before the first. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly scheduleId: string | null;
  readonly replayOf: string | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  /** In a list: of the last attempt that ended, if it had one; name and the beginning of the message. */
  readonly lastError: unknown;
}

export interface JobDetail extends JobSummary {
  readonly payload: unknown;
  readonly timeoutMs: number;
  /** What the job itself says; null: what its queue says, which `maxAttempts` and `timeoutMs` already count in. */
  readonly ownMaxAttempts: number | null;
  readonly ownTimeoutMs: number | null;
  readonly slot: Date | null;
  readonly traceparent: string | null;
  readonly claimedAt: Date | null;
  readonly workerId: string | null;
  readonly lockExpiresAt: Date | null;
  readonly executionSeq: number;
  readonly leaseLosses: number;
  readonly progress: unknown;
  /** The error of the last attempt that had one. */
  readonly lastError: unknown;
  /** The result of the last execution. */
  readonly result: unknown;
  /** The open letter of a dead letter. */
  readonly deadLetterId: string | null;
}

/** One attempt; without an outcome it is the one in flight. */
export interface JobExecution {
  readonly executionSeq: number;
  readonly attempt: number;
  readonly workerId: string | null;
  /** Since when it was due: its wait goes from here to its claim. Null when it ended without an attempt. */
  readonly dueAt: Date | null;
  readonly claimedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly finalStatus: string | null;
  readonly attemptRefunded: boolean;
  readonly error: unknown;
  readonly result: unknown;
}

export interface JobLogLine {
  readonly id: number;
  readonly executionSeq: number;
  readonly loggedAt: Date;
  readonly message: string;
  readonly data: unknown;
}
