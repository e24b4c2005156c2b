import type { HeldJob } from './held-job.js';

export interface LogLine {
  readonly jobId: string;
  readonly leaseToken: string;
  readonly executionSeq: number;
  readonly message: string;
  readonly dataJson: string | null;
}

/** Stores the lines whose lease is still held, many jobs' lines at a time; the others are refused without a word. */
export abstract class JobLogSink {
  abstract append(lines: readonly LogLine[]): Promise<void>;
}

const MAX_WAITING = 10_000;

/** Log lines of handlers on their way to the database. The end of a job waits for its lines, because afterwards its lease is gone. */
export class JobLogBuffer {
  private readonly pending = new WeakMap<HeldJob, Promise<unknown>>();
  private waiting = 0;

  constructor(
    private readonly sink: JobLogSink,
    private readonly onDropped: (lines: number) => void,
  ) {}

  append(job: HeldJob, message: string, dataJson: string | null): void {
    if (this.waiting >= MAX_WAITING) return this.onDropped(1);
    this.waiting += 1;
    const { jobId, leaseToken, executionSeq } = job.claimed;
    const written = this.sink
      .append([{ jobId, leaseToken, executionSeq, message, dataJson }])
      .catch(() => this.onDropped(1))
      .finally(() => (this.waiting -= 1));
    // Lines are stored in order: the last one stands for all.
    this.pending.set(job, written);
  }

  /** Resolves when the lines of the job are stored; undefined when it has none. */
  written(job: HeldJob): Promise<unknown> | undefined {
    return this.pending.get(job);
  }
}
