/** What a handler is given beside its payload. */
export interface JobContext {
  /** Stable over retries: the key to deduplicate by. */
  jobId: string;
  projectId: string;
  queueId: string;
  /** 1 for the first try. An attempt that the infrastructure lost is given back, so a number can come twice. */
  attempt: number;
  /** Never the same twice within a job. */
  executionSeq: number;
  /** Aborts on timeout, cancel, lost lease and drain. A handler that ignores it keeps its slot until it settles. */
  signal: AbortSignal;
  /** W3C trace context to pass on: of this attempt while traces are on, else of the enqueue call. */
  traceparent: string | null;
  /** Appends a line to the job's own log (capped). Never put a secret into it: the project's members read it. */
  log(message: string, data?: Record<string, unknown>): void;
  /** @param percent 0 … 100; travels with the next heartbeat */
  progress(percent: number, message?: string): void;
}

/**
 * Code that runs jobs. Delivery is at least once: a job may run again after its first run had its effect, so an effect
 * that must happen once is keyed by `context.jobId`.
 *
 * The result is stored as JSON. An error means "failed, try again by the policy", except `NonRetryableError` and
 * `RetryAfterError`.
 */
export interface JobHandlerContract<P> {
  handle(payload: P, context: JobContext): Promise<unknown>;

  /**
   * What this process lacks to run such jobs, such as the name of a variable; null: nothing. Asked once, when the process starts.
   * A worker that lacks something does not offer the handler and leaves its jobs to others; the api accepts them all the same.
   */
  lacks?(): string | null;
}
