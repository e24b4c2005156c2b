import type { IncomingMessage } from 'node:http';
import { newId } from '../../kernel/ids.js';

/** No space, quote or control character: what a caller sends here ends up in logs, headers and problem documents. */
const SANE = /^[A-Za-z0-9._~:@+/=-]{1,128}$/;

/** The caller's X-Request-Id if it is harmless, else a new one. */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) ? header : newId();
}

/** Fastify's `genReqId`. The id is put on the raw request too, where loggers look for it. */
export function assignRequestId(request: IncomingMessage & { id?: unknown }): string {
  const id = requestIdFrom(request.headers['x-request-id']);
  request.id = id;
  return id;
}
