// A receiver of webhooks as a customer would write one: checks the signature (Standard Webhooks), keeps what came.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readBody, Recent, sendJson, serveLoopback } from './loopback-server.mjs';
import { showLine } from './terminal.mjs';

const KEPT_REQUESTS = 100;
const MAX_BODY_BYTES = 1_048_576;
/** Standard Webhooks: refuse what was signed longer ago, or later from now, than this. */
const TOLERANCE_SECONDS = 300;

/**
 * `GET /` lists what came, newest last. Any other request is kept and answered with 200, with 401 when its signature is
 * missing or wrong, and `/status/503` with that status, to see retries.
 */
export async function startWebhookReceiver({ port, secret }) {
  const recent = new Recent(KEPT_REQUESTS);
  const receive = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await readBody(request, MAX_BODY_BYTES);
    const signature = verify(request.headers, body, secret);
    const status = Number(/^\/status\/([2-5]\d\d)$/.exec(pathname)?.[1] ?? (signature === 'valid' ? 200 : 401));
    recent.add({
      receivedAt: new Date().toISOString(),
      method: request.method,
      path: request.url,
      signature,
      answeredWith: status,
      headers: request.headers,
      body: body.toString('utf8'),
    });
    showLine('receiver', `${request.method} ${request.url} signature ${signature}, answered ${status}`);
    sendJson(response, status, { received: true, signature });
  };
  return serveLoopback(port, async (request, response) => {
    if (request.method === 'GET' && request.url === '/') sendJson(response, 200, recent);
    else await receive(request, response);
  });
}

/** @returns {'valid' | 'invalid' | 'missing' | 'too old'} */
export function verify(headers, body, secret, nowSeconds = Date.now() / 1000) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'missing';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isSigned) return 'invalid';
  return Math.abs(nowSeconds - Number(timestamp)) <= TOLERANCE_SECONDS ? 'valid' : 'too old';
}
