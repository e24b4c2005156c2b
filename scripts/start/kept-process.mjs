// A process that is started again when it ends without having been asked to: a role, or the admin app.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../bootstrap/project-root.mjs';
import { keepOutput } from '../kept-output.mjs';
import { eachLine, say, showLine } from './terminal.mjs';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** A process that lived this long was well: its next end starts the count anew. */
const HEALTHY_AFTER_MS = 60_000;

export class KeptProcess {
  #child;
  #ended = Promise.resolve();
  #isStopping = false;
  #isReady = false;
  #restarts = 0;
  #timer;

  /** `args` of this Node; `readyUrl` answers 2xx when it is ready; lines that match `hides` are not shown. */
  constructor({ name, args, env, readyUrl, lock, stopWithinMs, hides }) {
    this.name = name;
    this.args = args;
    this.env = env;
    this.readyUrl = readyUrl;
    this.lock = lock;
    this.stopWithinMs = stopWithinMs;
    this.hides = hides;
  }

  start() {
    const startedAtMs = performance.now();
    // A group of its own: Ctrl-C reaches only this launcher, which then ends everything in order.
    const child = spawn(process.execPath, this.args, {
      cwd: projectRoot,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    keepOutput(this.name, child);
    const forget = child.pid ? this.lock.add(this.name, child.pid) : () => undefined;
    const show = (line) => this.hides?.test(line) || showLine(this.name, line);
    eachLine(child.stdout, show);
    eachLine(child.stderr, show);
    this.#ended = new Promise((resolve) => {
      const onEnd = (reason) => {
        forget();
        this.#child = undefined;
        this.#onEnd(reason, performance.now() - startedAtMs);
        resolve();
      };
      child.once('error', (error) => onEnd(error.message));
      child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`));
    });
  }

  /** Resolves when it says so. @throws Error when the process ends before, or at the deadline */
  async untilReady(deadlineMs, signal) {
    const endsAtMs = performance.now() + deadlineMs;
    for (;;) {
      signal.throwIfAborted();
      const answer = await this.#readiness();
      if (answer.isReady) break;
      if (!this.#child) throw new Error(`the ${this.name} ended before it was ready; its last lines stand above`);
      if (performance.now() > endsAtMs)
        throw new Error(`the ${this.name} is not ready after ${deadlineMs / 1000} s: ${answer.reason}`);
      await delay(100);
    }
    this.#isReady = true;
  }

  /** SIGTERM drains; what does not end in time is killed. Resolves when the process is gone. */
  async stop() {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      say(`the ${this.name} did not end within ${this.stopWithinMs / 1000} s and is killed`, 'red');
      child.kill('SIGKILL');
    }, this.stopWithinMs);
    await this.#ended;
    clearTimeout(timer);
  }

  kill() {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  #onEnd(reason, livedMs) {
    if (this.#isStopping) return say(`the ${this.name} has stopped (${reason})`);
    if (!this.#isReady) return;
    if (livedMs >= HEALTHY_AFTER_MS) this.#restarts = 0;
    const waitMs = Math.min(FIRST_DELAY_MS * 2 ** this.#restarts, MAX_DELAY_MS);
    this.#restarts += 1;
    say(`the ${this.name} ended (${reason}); starting it again in ${waitMs / 1000} s`, 'red');
    this.#timer = setTimeout(() => this.start(), waitMs);
  }

  async #readiness() {
    try {
      const response = await fetch(this.readyUrl, { signal: AbortSignal.timeout(3_000) });
      const body = await response.json();
      return { isReady: response.ok, reason: JSON.stringify(body.reasons ?? body) };
    } catch (error) {
      return { isReady: false, reason: error.cause?.code ?? error.message };
    }
  }
}
