import type { Span, Tracing } from '../../platform/tracing/index.js';
import type { ClaimedJob } from '../claiming/index.js';
import { waitMs } from './wait-time.js';

/** The spans of one attempt: its claim, as a child of the enqueue, and its run, as a child of the claim. */
export class JobTrace {
  private readonly claimed: Span | undefined;
  private run: Span | undefined;

  constructor(
    private readonly tracing: Tracing,
    private readonly job: ClaimedJob,
    askedAgoMs: number,
  ) {
    this.claimed = tracing.span(`claim ${job.queue.name}`, {
      kind: 'consumer',
      parent: job.traceparent,
      startedAgoMs: askedAgoMs,
      attributes: { ...attributesOf(job), 'rota.wait_ms': waitMs(job) },
    });
    this.claimed?.end();
  }

  /** What the handler passes on. */
  get traceparent(): string | undefined {
    return (this.run ?? this.claimed)?.traceparent;
  }

  started(): void {
    this.run = this.tracing.span(`run ${this.job.handler}`, {
      kind: 'internal',
      parent: this.claimed?.traceparent,
      attributes: attributesOf(this.job),
    });
  }

  /** The first end counts. */
  ended(outcome: string, error?: unknown): void {
    this.run?.set({ 'rota.outcome': outcome });
    this.run?.end(error);
    this.run = undefined;
  }
}

function attributesOf({ jobId, queue, handler, attempt }: ClaimedJob) {
  return {
    'messaging.system': 'rota',
    'messaging.destination.name': queue.name,
    'messaging.message.id': jobId,
    'rota.project': queue.projectId,
    'rota.handler': handler,
    'rota.attempt': attempt,
  };
}
