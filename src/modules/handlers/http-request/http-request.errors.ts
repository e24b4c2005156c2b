import { NonRetryableError, readHandlerVerdict } from '../../../kernel/handler-errors.js';

/**
 * A try that may succeed next time. Holds a code and a fixed text only: what the libraries throw carries URLs, headers
 * and addresses, and an error ends up in the job's history.
 */
export class HttpRequestError extends Error {
  override readonly name = 'HttpRequestError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The request as given may never be sent: forbidden target, header or redirect. */
export class HttpRequestRefused extends NonRetryableError {
  override readonly name = 'HttpRequestRefused';

  constructor(code: string, message: string) {
    super(message, code);
  }
}

/** Turns whatever the network layer threw into an error that is safe to store. What this module threw passes unchanged. */
export function toStorableError(error: unknown): Error {
  if (error instanceof HttpRequestError) return error;
  if (error instanceof Error && readHandlerVerdict(error).kind !== 'retry') return error;
  const code = readCode(error);
  return new HttpRequestError('HTTP_CONNECTION_FAILED', `the connection failed (${code})`);
}

function readCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{2,64}$/.test(code) ? code : 'UNKNOWN';
}
