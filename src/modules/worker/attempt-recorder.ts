import { isDataError } from '../../platform/database/index.js';
import type { FinishedAttempt } from '../claiming/index.js';
import { unstorable } from './attempt-end.js';
import type { HeldJob } from './held-job.js';
import type { RuntimeParts } from './runtime-parts.js';

/** Hands the end of an attempt to the flush, and lets go of the job once it is written. */
export class AttemptRecorder {
  constructor(
    private readonly parts: RuntimeParts,
    private readonly held: Map<number, HeldJob>,
  ) {}

  record(job: HeldJob, attempt: FinishedAttempt): void {
    const { claimed } = job;
    const ranMs = attempt.finishedAtMs - attempt.startedAtMs;
    this.parts.counters.ended(claimed.queueName, claimed.handler, attempt.outcome, ranMs);
    const submit = (): void =>
      this.parts.flushes.finish(job.index, attempt, {
        resolve: (result) => {
          this.held.delete(job.index);
          if (result === 'lost') this.reportLost(job);
        },
        reject: (error) => this.refused(job, attempt, error),
      });
    const written = this.parts.logs.written(job);
    if (written) void written.then(submit);
    else submit();
  }

  /** Nothing will be written for this job any more: its lease must run out, so the heartbeat leaves it alone. */
  forget(job: HeldJob): void {
    this.held.delete(job.index);
    this.parts.heartbeat.drop([job.index]);
  }

  /** The database refused this attempt's own data although it was cleaned: the job fails with an error that is sure to fit. */
  private refused(job: HeldJob, attempt: FinishedAttempt, error: unknown): void {
    const { jobId } = job.claimed;
    this.parts.log.error({ jobId, err: error }, 'the end of an attempt was not stored');
    if (!isDataError(error) || attempt.resultJson === null) {
      this.forget(job);
      return;
    }
    this.parts.flushes.finish(job.index, unstorable(job.attempt), {
      resolve: () => this.held.delete(job.index),
      reject: () => this.forget(job),
    });
  }

  private reportLost(job: HeldJob): void {
    this.parts.counters.lost();
    const { jobId, executionSeq } = job.claimed;
    this.parts.log.warn({ jobId, executionSeq }, 'lease lost before the end was recorded, nothing was changed');
  }
}
