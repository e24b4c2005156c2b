/**
 * What a handler may say by throwing.
 *
 * Any other error means "failed, try again by the retry policy". The two classes below are recognised by a brand on the
 * instance and not by `instanceof`: a handler package may carry a second copy of this file, and its word counts all the same.
 */
const HANDLER_ERROR_BRAND = Symbol.for('rota.handler-error');

/** The longest wait that a handler can ask for: 24 hours, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

export type HandlerVerdict = { kind: 'retry' } | { kind: 'non_retryable' } | { kind: 'retry_after'; delayMs: number };

/** The work can never succeed as it was given: the job goes to the dead letters at once, whatever attempts are left. */
export class NonRetryableError extends Error {
  override readonly name: string = 'NonRetryableError';
  readonly [HANDLER_ERROR_BRAND] = 'non_retryable';

  /** @param code stable, machine readable reason, such as `HTTP_STATUS_404` */
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Try again, but not before `delayMs` (0 … 24 h; anything else is brought into that range). Uses up an attempt. */
export class RetryAfterError extends Error {
  override readonly name: string = 'RetryAfterError';
  readonly [HANDLER_ERROR_BRAND] = 'retry_after';
  readonly delayMs: number;

  /** @param code stable, machine readable reason, such as `HTTP_STATUS_429` */
  constructor(
    delayMs: number,
    message = 'the handler asked to be tried again later',
    readonly code?: string,
  ) {
    super(message);
    this.delayMs = clampRetryAfterMs(delayMs);
  }
}

/** Brings a wait into 0 … 24 h. Not a number counts as 0, endless as 24 h. */
export function clampRetryAfterMs(delayMs: number): number {
  if (typeof delayMs !== 'number' || Number.isNaN(delayMs) || delayMs <= 0) return 0;
  return Math.min(Math.ceil(delayMs), MAX_RETRY_AFTER_MS);
}

/**
 * Reads what a thrown value says. Never throws, whatever was thrown (a frozen proxy, a getter that throws, a string):
 * what cannot be read means "retry".
 */
export function readHandlerVerdict(thrown: unknown): HandlerVerdict {
  try {
    if (typeof thrown !== 'object' || thrown === null) return { kind: 'retry' };
    const error = thrown as { [HANDLER_ERROR_BRAND]?: unknown; delayMs?: unknown };
    const brand = error[HANDLER_ERROR_BRAND];
    if (brand === 'non_retryable') return { kind: 'non_retryable' };
    if (brand === 'retry_after') return { kind: 'retry_after', delayMs: clampRetryAfterMs(error.delayMs as number) };
    return { kind: 'retry' };
  } catch {
    return { kind: 'retry' };
  }
}
