import { backoffDelayMs } from '../../kernel/backoff.js';
import { cleanJson, describeError } from '../../kernel/clean-text.js';
import { readHandlerVerdict } from '../../kernel/handler-errors.js';
import { newId } from '../../kernel/ids.js';
import type { AttemptPolicy, FinishedAttempt, Lease } from '../claiming/index.js';

const RESULT_MAX_BYTES = 65_536;

/** Why a handler's signal was aborted; null when it was not. */
export type AbortCause = 'timeout' | 'cancel' | 'lost' | 'drain' | null;

export interface Attempt extends Lease, AttemptPolicy {
  readonly startedAtMs: number;
}

type Ending = Pick<
  FinishedAttempt,
  'outcome' | 'fate' | 'delayMs' | 'errorJson' | 'resultJson' | 'letterId' | 'reason'
>;

/** The handler returned: whatever was asked of it meanwhile, its work is done. */
export function succeeded(
  lease: Pick<Attempt, 'jobId' | 'leaseToken' | 'executionSeq'>,
  startedAtMs: number,
  result: unknown,
): FinishedAttempt {
  return {
    jobId: lease.jobId,
    leaseToken: lease.leaseToken,
    executionSeq: lease.executionSeq,
    startedAtMs,
    finishedAtMs: performance.now(),
    outcome: 'completed',
    fate: 'complete',
    delayMs: null,
    errorJson: null,
    resultJson: cleanJson(result, { maxBytes: RESULT_MAX_BYTES }) ?? null,
    letterId: null,
    reason: null,
  };
}

/** The handler threw, or did not settle in time after its signal was aborted. Timeouts, errors and cancels are charged. */
export function failed(attempt: Attempt, thrown: unknown, cause: AbortCause): FinishedAttempt {
  const errorJson = JSON.stringify(describeError(thrown));
  if (cause === 'cancel') {
    return finished(attempt, { ...ending(errorJson), outcome: 'cancelled', fate: 'cancel' });
  }
  const outcome = cause === 'timeout' ? 'timed_out' : 'failed';
  const verdict = readHandlerVerdict(thrown);
  if (verdict.kind === 'non_retryable' && cause === null) {
    return finished(attempt, {
      ...ending(errorJson),
      outcome,
      fate: 'dead_letter',
      letterId: newId(),
      reason: 'not_retryable',
    });
  }
  if (attempt.attempt >= attempt.maxAttempts) {
    return finished(attempt, {
      ...ending(errorJson),
      outcome,
      fate: 'dead_letter',
      letterId: newId(),
      reason: 'attempts_exhausted',
    });
  }
  const delayMs = verdict.kind === 'retry_after' ? verdict.delayMs : backoffOf(attempt);
  return finished(attempt, { ...ending(errorJson), outcome, fate: 'retry', delayMs });
}

/** What is stored when PostgreSQL refused the attempt's own error or result even after cleaning: that job fails, no other. */
export function unstorable(attempt: Attempt): FinishedAttempt {
  return failed(attempt, new Error('the outcome of this attempt could not be stored'), null);
}

function ending(errorJson: string): Omit<Ending, 'outcome' | 'fate'> {
  return { errorJson, delayMs: null, resultJson: null, letterId: null, reason: null };
}

function finished(attempt: Attempt, end: Ending): FinishedAttempt {
  const { jobId, leaseToken, executionSeq, startedAtMs } = attempt;
  return { jobId, leaseToken, executionSeq, startedAtMs, finishedAtMs: performance.now(), ...end };
}

function backoffOf(attempt: Attempt): number {
  const { retryStrategy: strategy, retryBaseMs: baseMs, retryCapMs: capMs, retryJitter: jitter } = attempt;
  return backoffDelayMs({ strategy, baseMs, capMs, jitter }, attempt.attempt);
}
