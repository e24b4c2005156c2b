import { cleanJson, cleanText } from '../../kernel/clean-text.js';
import type { JobContext } from '../handlers/index.js';
import type { HeldJob } from './held-job.js';

export interface ContextSink {
  log(job: HeldJob, message: string, dataJson: string | null): void;
  progress(job: HeldJob, json: string): void;
}

const MESSAGE_MAX_BYTES = 8_192;
const DATA_MAX_BYTES = 8_192;
const PROGRESS_EVERY_MS = 500;
const PROGRESS_MESSAGE_MAX_BYTES = 900;

/** Handlers in plain JavaScript pass anything. */
const textOf = (message: unknown): string => (typeof message === 'string' ? message : String(message));

/** Whoever shows it relies on a text, and a long one must not cost the percentage. */
function progressMessage(message: unknown): { message?: string } {
  if (message === undefined || message === null) return {};
  return { message: cleanText(textOf(message), PROGRESS_MESSAGE_MAX_BYTES) };
}

/** What a handler sees of its job. Everything costly is made when it is asked for. */
export class HeldJobContext implements JobContext {
  private progressAtMs = -Infinity;

  constructor(
    private readonly job: HeldJob,
    private readonly sink: ContextSink,
  ) {}

  get jobId(): string {
    return this.job.claimed.jobId;
  }

  get projectId(): string {
    return this.job.claimed.queue.projectId;
  }

  get queueId(): string {
    return this.job.claimed.queueId;
  }

  get attempt(): number {
    return this.job.claimed.attempt;
  }

  get executionSeq(): number {
    return this.job.claimed.executionSeq;
  }

  get traceparent(): string | null {
    return this.job.trace?.traceparent ?? this.job.claimed.traceparent;
  }

  get signal(): AbortSignal {
    return this.job.signal;
  }

  log(message: string, data?: Record<string, unknown>): void {
    if (this.job.state !== 'running' || this.job.abortCause === 'lost') return;
    this.sink.log(
      this.job,
      cleanText(textOf(message), MESSAGE_MAX_BYTES),
      cleanJson(data, { maxBytes: DATA_MAX_BYTES }) ?? null,
    );
  }

  /** Twice a second at most reaches the database, and always the end. */
  progress(percent: number, message?: string): void {
    if (this.job.state !== 'running' || this.job.abortCause === 'lost' || !Number.isFinite(percent)) return;
    const nowMs = performance.now();
    const clamped = Math.min(100, Math.max(0, percent));
    if (clamped < 100 && nowMs - this.progressAtMs < PROGRESS_EVERY_MS) return;
    this.progressAtMs = nowMs;
    this.sink.progress(this.job, JSON.stringify({ percent: clamped, ...progressMessage(message) }));
  }
}
