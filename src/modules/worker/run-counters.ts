import { BATCH_METRICS } from '../../platform/database/index.js';
import type { CounterCell, HistogramCell, Labels, Metrics } from '../../platform/metrics/index.js';
import {
  type ClaimedJob,
  type FinishedAttempt,
  type FinishFate,
  type JOB_LABELS,
  LOSS_METRICS,
  RUN_METRICS,
} from '../claiming/index.js';
import { waitMs } from './wait-time.js';
import { WORKER_METRICS } from './worker.metrics.js';

/** Why a worker gives a job back. */
export type ReleaseCause = 'drain' | 'unknown_handler' | 'still_running' | 'no_slot' | 'late_claim';

/** What became of a job that was given back; `lost`: the lease was no longer held, or an earlier try had done it. */
export type ReleaseResult = 'refunded' | 'cancelled' | 'lost';

/** The cells of one queue and handler. A job carries them from its claim to its end: counting it is a few additions. */
export interface JobCells {
  readonly labels: Labels<(typeof JOB_LABELS)[number]>;
  readonly claimed: CounterCell;
  readonly completed: CounterCell;
  readonly wait: HistogramCell;
  readonly run: HistogramCell;
}

/** Queues that are made again and again under one name share a series: so many ids are kept of them. */
const MAX_KNOWN_QUEUES = 5_000;
const OTHERS = { project: 'other', queue: 'other', handler: 'other' };

/** What a worker counts about its jobs: in plain cells, because they are counted 20,000 times a second. */
export class RunCounters {
  /** By queue, then by handler. */
  private readonly queues = new Map<string, Map<string, JobCells>>();
  /** Of all combinations that came when there were as many as the metrics take. */
  private others: JobCells | undefined;
  private settledSinceRead = 0;
  private ranMsSinceRead = 0;

  constructor(private readonly metrics: Metrics) {}

  claimed(job: ClaimedJob): JobCells {
    const cells = this.cellsOf(job);
    cells.claimed.value += 1;
    cells.wait.observe(waitMs(job) / 1_000);
    return cells;
  }

  /** The handler has settled, or is not waited for any longer. */
  settled({ run }: JobCells, ranMs: number): void {
    this.settledSinceRead += 1;
    this.ranMsSinceRead += ranMs;
    run.observe(ranMs / 1_000);
  }

  /** The end of an attempt is in the database. `fate` is what the database made of it: a cancel may have come first. */
  finished({ labels, completed }: JobCells, { outcome, reason }: FinishedAttempt, fate: FinishFate): void {
    if (fate === 'complete') {
      completed.value += 1;
      return;
    }
    if (outcome === 'failed' || outcome === 'timed_out') this.metrics.count(RUN_METRICS.failed, { ...labels, outcome });
    if (fate === 'retry') this.metrics.count(RUN_METRICS.retried, labels);
    else if (fate === 'cancel') this.metrics.count(RUN_METRICS.cancelled, labels);
    else this.metrics.count(LOSS_METRICS.dead, { ...labels, reason: reason ?? 'attempts_exhausted' });
  }

  released({ labels }: JobCells, result: ReleaseResult, cause: ReleaseCause): void {
    if (result === 'refunded') this.metrics.count(LOSS_METRICS.refunded, { ...labels, cause });
    else if (result === 'cancelled') this.metrics.count(RUN_METRICS.cancelled, labels);
  }

  /** Attempts that ended since the last call, and how long they ran in all. */
  takeSettled(): { readonly jobs: number; readonly ranMs: number } {
    const settled = { jobs: this.settledSinceRead, ranMs: this.ranMsSinceRead };
    this.settledSinceRead = 0;
    this.ranMsSinceRead = 0;
    return settled;
  }

  lost(jobs = 1): void {
    this.metrics.count(WORKER_METRICS.leasesLost, {}, jobs);
  }

  unknownHandler(handler: string): void {
    this.metrics.count(WORKER_METRICS.unknownHandler, { handler });
  }

  batched(verb: 'claim' | 'finish' | 'release', jobs: number, durationMs: number): void {
    this.metrics.observe(BATCH_METRICS.seconds, { verb }, durationMs / 1_000);
    this.metrics.observe(BATCH_METRICS.jobs, { verb }, jobs);
  }

  private cellsOf({ queueId, queue: { name, projectId }, handler }: ClaimedJob): JobCells {
    const known = this.queues.get(queueId)?.get(handler);
    // A queue may have got another name.
    if (known && known.labels.queue === name) return known;
    const labels = { project: projectId, queue: name, handler };
    // The ten thousandth queue has no cells of its own, and no place here.
    if (this.others) return { ...this.others, labels };
    const made = this.makeCells(labels);
    if (this.queues.size >= MAX_KNOWN_QUEUES) this.queues.clear();
    const handlers = this.queues.get(queueId) ?? new Map<string, JobCells>();
    this.queues.set(queueId, handlers.set(handler, made));
    if (!this.metrics.hasRoom(RUN_METRICS.claimed)) this.others = this.makeCells(OTHERS);
    return made;
  }

  private makeCells(labels: JobCells['labels']): JobCells {
    return {
      labels,
      claimed: this.metrics.counter(RUN_METRICS.claimed, labels),
      completed: this.metrics.counter(RUN_METRICS.completed, labels),
      wait: this.metrics.histogram(RUN_METRICS.wait, labels),
      run: this.metrics.histogram(RUN_METRICS.run, labels),
    };
  }
}
