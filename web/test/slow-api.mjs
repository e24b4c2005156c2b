// A second admin app before the same installation, whose way to the interface can be made to hang.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestOf } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { freePort } from '../../scripts/free-ports.mjs';
import { keepOutput } from '../../scripts/kept-output.mjs';
import { until } from './until.mjs';

/** A server that starts beside everything else. */
const READY_WITHIN_MS = 300_000;

/** Passes everything on to the interface, but for what `hangs` says yes to: that gets no answer at all. */
export class SlowApi {
  hangs = () => false;
  /** Requests for the stream of hints. */
  streams = 0;
  #server = createServer((request, response) => this.#pass(request, response));

  constructor(apiUrl) {
    this.target = new URL(apiUrl);
  }

  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #pass(request, response) {
    const { method, url, headers } = request;
    if (url.endsWith('/events')) this.streams += 1;
    if (this.hangs(request)) return;
    const { hostname, port } = this.target;
    const onward = requestOf({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}

/** @returns the address of the app, which waits `timeoutMs` for an answer, and what stops it */
export async function startWeb(apiUrl, timeoutMs) {
  const port = await freePort();
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '..', 'start.mjs')], {
    env: {
      PATH: process.env.PATH,
      WEB_PORT: String(port),
      WEB_HOST: '127.0.0.1',
      ROTA_API_URL: apiUrl,
      WEB_API_TIMEOUT_MS: String(timeoutMs),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepOutput('web', child);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const url = `http://localhost:${port}`;
  try {
    const isReady = async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true;
    await until(async () => hasEnded() || (await isReady()), 'the second admin app answers', READY_WITHIN_MS);
    if (hasEnded()) throw new Error('the second admin app ended before it answered');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
