import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../kernel/ids.js';
import { fromStatus, type Problem, problemDocument, toProblem } from './problem.js';
import { assignRequestId } from './request-id.js';
import { API_HEADERS } from './response-headers.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What the router refuses before any hook has run: a path that cannot be decoded, a parameter that is too long. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error);
  void reply
    .code(problem.status)
    .headers({ ...problem.headers, 'content-type': PROBLEM_MEDIA_TYPE })
    .send(JSON.stringify(problemDocument(problem, request.id)));
}

/** What is no HTTP at all, or too much of it: there is no request yet, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && socket.bytesWritten === 0) socket.write(rawResponse(clientProblem(error.code), newId()));
  socket.destroySoon();
}

/** An `Expect` that is not 100-continue never reaches a handler either (RFC 9110 §10.1.1). */
export function answerUnknownExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response) => {
    const requestId = assignRequestId(request);
    const body = JSON.stringify(problemDocument(fromStatus(417), requestId));
    response.writeHead(417, {
      ...API_HEADERS,
      'x-request-id': requestId,
      'content-type': PROBLEM_MEDIA_TYPE,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
}

function clientProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return fromStatus(431);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return fromStatus(413);
  return fromStatus(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
}

function rawResponse(problem: Problem, requestId: string): string {
  const body = JSON.stringify(problemDocument(problem, requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
