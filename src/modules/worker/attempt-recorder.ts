import { isDataError, type Posted } from '../../platform/database/index.js';
import type { FinishedAttempt, FinishResult } from '../claiming/index.js';
import { unstorable } from './attempt-end.js';
import type { FlushItem } from './flushes.js';
import type { HeldJob } from './held-job.js';
import type { RuntimeParts } from './runtime-parts.js';

/** Hands the end of an attempt to the flush, and lets go of the job once it is written. */
export class AttemptRecorder {
  constructor(
    private readonly parts: RuntimeParts,
    private readonly held: Map<number, HeldJob>,
  ) {}

  record(job: HeldJob, attempt: FinishedAttempt): void {
    this.parts.counters.settled(job.cells, attempt.finishedAtMs - attempt.startedAtMs);
    const end = new RecordedEnd(this, job, attempt);
    const written = this.parts.logs.written(job);
    if (written) void written.then(() => this.parts.flushes.finish(end));
    else this.parts.flushes.finish(end);
  }

  /** Nothing will be written for this job any more: its lease must run out, so the heartbeat leaves it alone. */
  forget(job: HeldJob): void {
    this.held.delete(job.index);
    this.parts.heartbeat.drop([job.index]);
  }

  written(job: HeldJob, attempt: FinishedAttempt, result: FinishResult): void {
    this.held.delete(job.index);
    if (result === 'lost') this.reportLost(job);
    else this.parts.counters.finished(job.cells, attempt, result);
  }

  /** The database refused this attempt's own data although it was cleaned: the job fails with an error that is sure to fit. */
  refused(job: HeldJob, attempt: FinishedAttempt, error: unknown): void {
    const { jobId } = job.claimed;
    this.parts.log.error({ jobId, err: error }, 'the end of an attempt was not stored');
    if (isDataError(error) && attempt.resultJson !== null) {
      this.parts.flushes.finish(new RecordedEnd(this, job, unstorable(job.attempt)));
    } else this.forget(job);
  }

  private reportLost(job: HeldJob): void {
    this.parts.counters.lost();
    const { jobId, executionSeq } = job.claimed;
    this.parts.log.warn({ jobId, executionSeq }, 'lease lost before the end was recorded, nothing was changed');
  }
}

/** One object per attempt, with no closure of its own: there are 40,000 of them a second. */
class RecordedEnd implements Posted<FlushItem<FinishedAttempt>, FinishResult>, FlushItem<FinishedAttempt> {
  constructor(
    private readonly recorder: AttemptRecorder,
    private readonly job: HeldJob,
    readonly write: FinishedAttempt,
  ) {}

  get item(): this {
    return this;
  }

  get index(): number {
    return this.job.index;
  }

  resolve(result: FinishResult): void {
    this.recorder.written(this.job, this.write, result);
  }

  reject(error: unknown): void {
    this.recorder.refused(this.job, this.write, error);
  }
}
