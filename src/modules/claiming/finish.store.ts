import type { Session } from '../../platform/database/database.js';
import { loadSql } from '../../platform/database/sql-loader.js';
import { plainArray, sparseArray, sparseTextArray, uuidArray } from '../../platform/database/pg-array.js';
import type { Lease } from './claimed-job.js';

const FINISH_JOBS = loadSql(import.meta.url, './sql/finish-jobs.sql');
const COMPLETE_JOBS = loadSql(import.meta.url, './sql/complete-jobs.sql');
const FIND_OWN_EXECUTIONS = loadSql(import.meta.url, './sql/find-own-executions.sql');

export type FinishOutcome = 'completed' | 'failed' | 'timed_out' | 'cancelled';
export type FinishFate = 'complete' | 'retry' | 'dead_letter' | 'cancel';
export type DeadLetterReason = 'attempts_exhausted' | 'not_retryable';

/** The end of one attempt. Durations are monotonic: the statement derives the instants from the database clock. */
export interface FinishedAttempt extends Lease {
  readonly executionSeq: number;
  readonly outcome: FinishOutcome;
  readonly fate: FinishFate;
  /** Readings of `performance.now()`. */
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly delayMs: number | null;
  readonly errorJson: string | null;
  readonly resultJson: string | null;
  readonly letterId: string | null;
  readonly reason: DeadLetterReason | null;
}

/** `lost`: the lease was no longer held, and the attempt was not recorded under it either. Nothing was changed. */
export type FinishResult = FinishFate | 'lost';

/** Milliseconds, as exact as the database keeps time. */
const microseconds = (ms: number): number => Math.round(ms * 1_000) / 1_000;

export class FinishStore {
  constructor(private readonly session: Session) {}

  /** One statement, whatever the fates; answers in the order given. A repeat after a lost answer is a success. */
  finish(attempts: readonly FinishedAttempt[]): Promise<FinishResult[]> {
    return attempts.every((attempt) => attempt.fate === 'complete') ? this.complete(attempts) : this.end(attempts);
  }

  /** The usual batch: all of them succeeded. */
  private async complete(attempts: readonly FinishedAttempt[]): Promise<FinishResult[]> {
    const nowMs = performance.now();
    const lost = await this.session.query<{ jobId: string }>(COMPLETE_JOBS, [
      uuidArray(attempts.map((attempt) => attempt.jobId)),
      uuidArray(attempts.map((attempt) => attempt.leaseToken)),
      plainArray(attempts.map((attempt) => Math.round((nowMs - attempt.startedAtMs) * 1_000))),
      plainArray(attempts.map((attempt) => Math.round((nowMs - attempt.finishedAtMs) * 1_000))),
      sparseTextArray(attempts.map((attempt) => attempt.resultJson)),
    ]);
    if (lost.length === 0) return attempts.map(() => 'complete');
    const missing = new Set(lost.map((row) => row.jobId));
    const recorded = await this.alreadyRecorded(attempts.filter((attempt) => missing.has(attempt.jobId)));
    return attempts.map(({ jobId }) => (!missing.has(jobId) || recorded.has(jobId) ? 'complete' : 'lost'));
  }

  private async end(attempts: readonly FinishedAttempt[]): Promise<FinishResult[]> {
    const nowMs = performance.now();
    const rows = await this.session.query<{ jobId: string; fate: FinishFate }>(FINISH_JOBS, [
      uuidArray(attempts.map((attempt) => attempt.jobId)),
      uuidArray(attempts.map((attempt) => attempt.leaseToken)),
      plainArray(attempts.map((attempt) => attempt.outcome)),
      plainArray(attempts.map((attempt) => attempt.fate)),
      plainArray(attempts.map((attempt) => microseconds(nowMs - attempt.startedAtMs))),
      plainArray(attempts.map((attempt) => microseconds(nowMs - attempt.finishedAtMs))),
      sparseArray(attempts.map((attempt) => attempt.delayMs)),
      sparseTextArray(attempts.map((attempt) => attempt.errorJson)),
      sparseTextArray(attempts.map((attempt) => attempt.resultJson)),
      sparseArray(attempts.map((attempt) => attempt.letterId)),
      sparseArray(attempts.map((attempt) => attempt.reason)),
    ]);
    if (rows.length === attempts.length && attempts.every((attempt, index) => attempt.jobId === rows[index]?.jobId)) {
      return rows.map((row) => row.fate);
    }
    const fates = new Map(rows.map((row) => [row.jobId, row.fate]));
    const missing = attempts.filter((attempt) => !fates.has(attempt.jobId));
    const recorded = missing.length > 0 ? await this.alreadyRecorded(missing) : new Set<string>();
    return attempts.map((attempt) => fates.get(attempt.jobId) ?? (recorded.has(attempt.jobId) ? attempt.fate : 'lost'));
  }

  private async alreadyRecorded(attempts: readonly FinishedAttempt[]): Promise<Set<string>> {
    const rows = await this.session.query<{ jobId: string }>(FIND_OWN_EXECUTIONS, [
      attempts.map((attempt) => attempt.jobId),
      attempts.map((attempt) => attempt.executionSeq),
      attempts.map((attempt) => attempt.leaseToken),
    ]);
    return new Set(rows.map((row) => row.jobId));
  }
}
