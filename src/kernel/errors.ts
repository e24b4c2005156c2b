/**
 * What went wrong, as a family that says whose fault it is and a stable code that clients may switch on.
 * Only `platform/http` knows which status a family becomes; a worker turns the same error into a retry or a release.
 */
export type ErrorFamily =
  | 'malformed' // could not be parsed
  | 'invalid' // parsed and refused
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed' // If-Match did not match
  | 'too_large'
  | 'unsupported_media'
  | 'rate_limited'
  | 'unavailable'; // try again later

/** One fault of one field: `pointer` is a JSON pointer (RFC 6901) into the request, `code` is stable, `detail` is for people. */
export interface FieldFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export interface RotaErrorOptions {
  readonly faults?: readonly FieldFault[];
  /** When a repeat makes sense, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The limit that was reached, with what is left of it. */
  readonly rateLimit?: RateLimitState;
  readonly cause?: unknown;
}

/** How a caller stands to a limit of so many in a time window. */
export interface RateLimitState {
  /** Names the limit, such as `enqueue`. */
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Until more is allowed, in seconds. */
  readonly resetSeconds: number;
}

/** An expected failure. Message and faults are shown to the caller: they never hold secrets or internals. */
export class RotaError extends Error {
  readonly faults: readonly FieldFault[];
  readonly retryAfterMs: number | undefined;
  readonly rateLimit: RateLimitState | undefined;

  constructor(
    readonly family: ErrorFamily,
    readonly code: string,
    message: string,
    options: RotaErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'RotaError';
    this.faults = options.faults ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.rateLimit = options.rateLimit;
  }

  static invalid(code: string, message: string, pointer?: string): RotaError {
    return new RotaError(
      'invalid',
      code,
      message,
      pointer === undefined ? {} : { faults: [{ pointer, code, detail: message }] },
    );
  }

  static notFound(what: string): RotaError {
    return new RotaError('not_found', 'NOT_FOUND', `${what} not found`);
  }

  static conflict(code: string, message: string): RotaError {
    return new RotaError('conflict', code, message);
  }
}
