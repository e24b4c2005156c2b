import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const BASE: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};
export const API_HEADERS: Readonly<Record<string, string>> = {
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
 * The headers that every answer carries. Not on the raw response: Node writes what it is given with the status in one go, and
 * merges one by one what had been set before. A route that streams by itself hands on `reply.getHeaders()`.
 */
export function setBaseHeaders({ url, id }: FastifyRequest, reply: FastifyReply, docsPath?: string): void {
  const isDocs = docsPath !== undefined && (url === docsPath || url.startsWith(`${docsPath}/`));
  reply.headers(isDocs ? DOCS : API_HEADERS).header('x-request-id', id);
}

/** While draining, every answer asks its caller to come back on another connection, which then leads to another process. */
export function closeConnectionsWhile(isDraining: () => boolean, fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining() && request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
    done(null, payload);
  });
}
