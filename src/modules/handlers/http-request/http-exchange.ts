import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { bareHost } from './allowlist.js';
import { HttpRequestError } from './http-request.errors.js';
import type { CheckedTarget } from './ssrf-guard.js';

export interface ExchangeRequest {
  target: CheckedTarget;
  method: string;
  headers: Record<string, string>;
  body: Buffer | null;
  maxResponseBytes: number;
  /** Ends the exchange wherever it is: connecting, in the handshake, waiting or reading. */
  signal: AbortSignal;
}

export interface ExchangeAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** At most `maxResponseBytes`; read for 2xx only, since nothing else is stored. */
  body: Buffer;
  isBodyTruncated: boolean;
  /** The body was sent compressed although that was ruled out. It is not read: nothing here ever inflates. */
  isBodyEncoded: boolean;
}

const MAX_RESPONSE_HEADER_BYTES = 16_384;

/**
 * One request on one new connection to a checked address. Sends once: nothing is repeated on a connection error, so that
 * the number of requests is the number of attempts.
 */
export function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(request);
    const settle = (answer: ExchangeAnswer): void => {
      resolve(answer);
      outgoing.destroy();
    };
    let received: http.IncomingMessage | undefined;
    // Stays in place for good. Bytes after the end of an answer raise an error as well, which takes nothing from the answer.
    outgoing.on('error', (error) => {
      if (!received?.complete) reject(error);
    });
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      settle(answerOf(response, Buffer.alloc(0), false));
    });
    outgoing.on('response', (response) => {
      received = response;
      const isSuccess = (response.statusCode ?? 0) >= 200 && (response.statusCode ?? 0) <= 299;
      if (!isSuccess || isEncoded(response)) settle(answerOf(response, Buffer.alloc(0), false));
      else readBody(response, request.maxResponseBytes).then(settle, reject);
    });
    outgoing.end(request.body ?? undefined);
  });
}

function send({ target, method, headers, signal }: ExchangeRequest): http.ClientRequest {
  const { url, port, addresses } = target;
  const host = bareHost(url);
  const options: https.RequestOptions = {
    host,
    port,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    lookup: pinned(addresses),
    signal,
    // No pool: no connection that an earlier request left in an unknown state, none that outlives its check.
    agent: false,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    insecureHTTPParser: false,
  };
  if (url.protocol === 'http:') return http.request(options);
  return https.request({ ...options, servername: isIP(host) ? '' : host, minVersion: 'TLSv1.2' });
}

/** Answers with the addresses that were checked, whatever a name server would say by now. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function readBody(response: http.IncomingMessage, maxBytes: number): Promise<ExchangeAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let readBytes = 0;
    response.on('data', (chunk: Buffer) => {
      const room = maxBytes - readBytes;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      readBytes += chunk.length;
      if (readBytes > maxBytes) resolve(answerOf(response, Buffer.concat(chunks), true));
    });
    response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks), false)));
    response.on('error', reject);
    response.on('close', () => {
      if (!response.complete) reject(new HttpRequestError('HTTP_BODY_INCOMPLETE', 'the response body ended too early'));
    });
  });
}

function answerOf(response: http.IncomingMessage, body: Buffer, isBodyTruncated: boolean): ExchangeAnswer {
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body, isBodyTruncated, isBodyEncoded: isEncoded(response) };
}

function isEncoded({ headers }: http.IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}
