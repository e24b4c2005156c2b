import { HttpException } from '@nestjs/common';
import { cleanText } from '../../kernel/clean-text.js';
import { type ErrorFamily, type FieldFault, RotaError } from '../../kernel/errors.js';
import { isConnectionError, isContentionError, sqlStateOf } from '../database/pg-errors.js';
import { rateLimitFields } from './rate-limit-fields.js';

/** A problem document of RFC 9457, with our members `code`, `errors` and `requestId`. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldFault[];
  readonly requestId: string;
}

/** What an exception becomes on the wire, and how loudly it is logged. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly severity?: 'warn' | 'error';
}

const FAMILY_STATUS: Readonly<Record<ErrorFamily, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
};

/** Code and words of the statuses that no error of ours names. */
const STATUS_WORDS: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ['BAD_REQUEST', 'the request could not be understood'],
  401: ['UNAUTHENTICATED', 'valid credentials are required'],
  403: ['FORBIDDEN', 'this is not allowed with these credentials'],
  404: ['NOT_FOUND', 'there is nothing here'],
  405: ['METHOD_NOT_ALLOWED', 'this path does not know that method'],
  408: ['REQUEST_TIMEOUT', 'the request took too long to arrive'],
  409: ['CONFLICT', 'the request conflicts with what is stored'],
  412: ['PRECONDITION_FAILED', 'a condition of the request is not met'],
  413: ['PAYLOAD_TOO_LARGE', 'the body is larger than allowed here'],
  414: ['URI_TOO_LONG', 'the path or a part of it is too long'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'send application/json in UTF-8, without a content encoding'],
  416: ['RANGE_NOT_SATISFIABLE', 'the range is not available'],
  417: ['EXPECTATION_FAILED', 'only Expect: 100-continue is known'],
  422: ['INVALID', 'the request was understood and refused'],
  429: ['RATE_LIMITED', 'too many requests'],
  431: ['HEADERS_TOO_LARGE', 'the header fields are larger than allowed'],
  500: ['INTERNAL_ERROR', 'something failed on our side'],
  503: ['UNAVAILABLE', 'the service cannot answer right now: try again'],
};

const FASTIFY_CODES: Readonly<Record<string, Problem>> = {
  FST_ERR_BAD_URL: { status: 400, code: 'BAD_URL', detail: 'the path is not correctly percent-encoded UTF-8' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'CONTENT_LENGTH_MISMATCH',
    detail: 'the body has another length than Content-Length says',
  },
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const MAX_DETAIL_BYTES = 500;
const RETRY_SECONDS = 2;

export function problemDocument(problem: Problem, requestId: string): ProblemDocument {
  return {
    type: `urn:rota:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title: TITLES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: cleanText(problem.detail, MAX_DETAIL_BYTES),
    errors: problem.errors ?? [],
    requestId,
  };
}

/** Anything that was thrown, as a problem. An unknown error becomes a 500 that says nothing about its cause. */
export function toProblem(exception: unknown): Problem {
  if (exception instanceof RotaError) return fromRotaError(exception);
  // The framework wraps an error of its server in an exception of its own.
  const origin = exception instanceof HttpException && exception.cause !== undefined ? exception.cause : exception;
  if (origin instanceof RotaError) return fromRotaError(origin);
  const known = FASTIFY_CODES[String(property(origin, 'code'))];
  if (known !== undefined) return known;
  if (exception instanceof HttpException) return fromHttpException(exception, origin);
  const status = property(exception, 'statusCode');
  if (typeof status === 'number' && status >= 400 && status < 500) return fromStatus(status);
  return fromDatabaseError(exception) ?? { ...fromStatus(500), severity: 'error' };
}

/** The problem of a bare status, with words of our own. */
export function fromStatus(status: number): Problem {
  const [code, detail] = STATUS_WORDS[status] ?? STATUS_WORDS[status < 500 ? 400 : 500] ?? ['BAD_REQUEST', ''];
  return { status, code, detail, headers: headersOf(status, undefined) };
}

function fromRotaError(error: RotaError): Problem {
  const status = FAMILY_STATUS[error.family];
  return {
    status,
    code: error.code,
    detail: error.message,
    errors: error.faults,
    headers: {
      ...headersOf(status, error.retryAfterMs),
      ...(error.rateLimit === undefined ? {} : rateLimitFields(error.rateLimit)),
    },
    ...(status >= 500 ? { severity: 'warn' as const } : {}),
  };
}

function fromHttpException(exception: HttpException, origin: unknown): Problem {
  const status = exception.getStatus();
  const problem = fromStatus(status);
  if (status >= 500) return { ...problem, severity: status === 503 ? 'warn' : 'error' };
  // Our own words for errors of the server, those of its author for an exception thrown on purpose.
  return origin === exception && status !== 404 ? { ...problem, detail: exception.message } : problem;
}

function fromDatabaseError(error: unknown): Problem | undefined {
  // TypeORM wraps the driver's error.
  const origin = property(error, 'driverError') ?? error;
  const state = sqlStateOf(origin) ?? '';
  if (isConnectionError(origin) || isContentionError(origin) || state.startsWith('28')) {
    return { ...fromStatus(503), severity: 'warn' };
  }
  // The edge should have refused it: the answer is right, but somebody must hear of it.
  if (state === '23505' || state === '23503' || state === '23P01') return { ...fromStatus(409), severity: 'warn' };
  return /^(22|23|54)/.test(state) ? { ...fromStatus(422), severity: 'warn' } : undefined;
}

function headersOf(status: number, retryAfterMs: number | undefined): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer realm="rota"' };
  if (status !== 429 && status !== 503 && retryAfterMs === undefined) return {};
  const seconds = retryAfterMs === undefined ? RETRY_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return { 'retry-after': String(seconds) };
}

function property(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[key] : undefined;
}
