import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

const BASE: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};
const API: Readonly<Record<string, string>> = {
  ...BASE,
  // Answers belong to one caller; a route may say otherwise.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const DOCS: Readonly<Record<string, string>> = {
  ...BASE,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
};

/**
 * The headers that every answer carries. They go on the raw response at once, so that an answer which a route streams by
 * itself has them as well.
 */
export function setBaseHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  docsPath?: string,
): void {
  const isDocs =
    docsPath !== undefined && (request.url === docsPath || request.url?.startsWith(`${docsPath}/`) === true);
  for (const [name, value] of Object.entries(isDocs ? DOCS : API)) response.setHeader(name, value);
  response.setHeader('x-request-id', requestId);
}

/** While draining, every answer asks its caller to come back on another connection, which then leads to another process. */
export function closeConnectionsWhile(isDraining: () => boolean, fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining() && request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
    done(null, payload);
  });
}
