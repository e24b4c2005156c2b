export type BackoffStrategy = 'fixed' | 'linear' | 'exponential';

export interface BackoffPolicy {
  readonly strategy: BackoffStrategy;
  /** The first delay, in milliseconds. */
  readonly baseMs: number;
  /** No delay is longer, in milliseconds. */
  readonly capMs: number;
  /** Full jitter: the delay is drawn uniformly from (0, delay]. */
  readonly jitter: boolean;
}

/** The one place where a missing or senseless part of a policy gets its value. */
export const DEFAULT_BACKOFF: BackoffPolicy = Object.freeze({
  strategy: 'exponential',
  baseMs: 1_000,
  capMs: 3_600_000,
  jitter: true,
});

/** 2^31 − 1 ms, about 25 days: what an int4 column and a timer hold. */
const LONGEST_MS = 2_147_483_647;
/** 2^52 × the smallest base of 1 ms is far above LONGEST_MS, so the clamp never shows. */
const MAX_EXPONENT = 52;

/**
 * How long to wait after attempt number `attempt` (from 1) failed, in milliseconds. The exponent is clamped before the
 * power, then the cap, then full jitter. Always finite and in (0, capMs], whatever the input: a stored policy may be
 * older than its validation, and a bad number here would be a hot loop or a job that never runs again.
 */
export function backoffDelayMs(policy: BackoffPolicy, attempt: number, random: () => number = Math.random): number {
  const given: Partial<BackoffPolicy> = policy ?? {};
  const capMs = wholeAbove1(Math.min(positiveOr(given.capMs, DEFAULT_BACKOFF.capMs), LONGEST_MS));
  const baseMs = Math.min(positiveOr(given.baseMs, DEFAULT_BACKOFF.baseMs), capMs);
  const delayMs = Math.min(grow(given.strategy ?? DEFAULT_BACKOFF.strategy, baseMs, attemptNumber(attempt)), capMs);
  const drawnMs = (given.jitter ?? DEFAULT_BACKOFF.jitter) ? delayMs * share(random) : delayMs;
  // Whole milliseconds, rounded up so that it is never 0; a cap below 1 ms stays what it is.
  return Math.min(Math.ceil(Math.max(drawnMs, Number.MIN_VALUE)), capMs);
}

function grow(strategy: BackoffStrategy, baseMs: number, attempt: number): number {
  switch (strategy) {
    case 'fixed':
      return baseMs;
    case 'linear':
      return baseMs * Math.min(attempt, LONGEST_MS);
    case 'exponential':
    default:
      return baseMs * 2 ** Math.min(attempt - 1, MAX_EXPONENT);
  }
}

function attemptNumber(attempt: unknown): number {
  const value = toNumber(attempt);
  return value >= 1 ? value : 1;
}

/** A number, or its decimal text as a driver returns it; everything else, zero and below is the fallback. */
function positiveOr(value: unknown, fallback: number): number {
  const parsed = toNumber(value);
  return parsed > 0 && parsed < Infinity ? parsed : fallback;
}

function toNumber(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
}

const wholeAbove1 = (ms: number): number => (ms >= 1 ? Math.floor(ms) : ms);

/** In (0, 1], as Math.random is in [0, 1). */
function share(random: () => number): number {
  const drawn = 1 - random();
  return drawn > 0 && drawn <= 1 ? drawn : 1;
}
