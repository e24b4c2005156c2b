import { clampRetryAfterMs, NonRetryableError, RetryAfterError } from '../../../kernel/handler-errors.js';
import { HttpRequestError } from './http-request.errors.js';

/**
 * What a final status means: 2xx is success (null); 408, 425, 429 and 5xx may pass and are tried again, when the server
 * says so (Retry-After) or by the queue's policy; everything else will not change by asking again.
 */
export function errorOfStatus(status: number, headers: NodeJS.Dict<string | string[]>): Error | null {
  if (status >= 200 && status <= 299) return null;
  const code = `HTTP_STATUS_${status}`;
  const message = `the server answered ${status}`;
  if (!isRetryable(status)) return new NonRetryableError(message, code);
  const delayMs = parseRetryAfterMs(headers['retry-after'], headers['date']);
  return delayMs === null ? new HttpRequestError(code, message) : new RetryAfterError(delayMs, message, code);
}

function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/**
 * Retry-After of RFC 9110, 10.2.3, in milliseconds within 0 … 24 h: delay seconds, or a date. A date is measured from the
 * answer's own Date, so that a difference between the two clocks is no part of the wait. Null if absent or unreadable.
 */
function parseRetryAfterMs(retryAfter: unknown, answeredAt: unknown, nowMs = Date.now()): number | null {
  if (typeof retryAfter !== 'string') return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return clampRetryAfterMs(Number(text) * 1000);
  const untilMs = parseHttpDate(text);
  if (untilMs === null) return null;
  return clampRetryAfterMs(untilMs - (parseHttpDate(answeredAt) ?? nowMs));
}

const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** The three forms of RFC 9110, 5.6.7; `Date.parse` alone would take almost anything for a date. */
function parseHttpDate(text: unknown): number | null {
  if (typeof text !== 'string' || !HTTP_DATES.some((form) => form.test(text))) return null;
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : atMs;
}
