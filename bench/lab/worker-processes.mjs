// Worker processes of a contestant, with what their probes report.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { atExit } from './at-exit.mjs';
import { cpuSecondsOf, rssBytesOf } from './processes.mjs';

const KILL_AFTER_MS = 15_000;

/** One process; `probe` is what its handlers have told last: jobs begun so far and when the first one did (ms, wall clock). */
export class WorkerProcess {
  probe = { handled: 0, firstAtMs: undefined };
  pickups = [];
  #child;
  #exited;

  constructor({ file, env = {}, execArgv = [], cwd }) {
    this.#child = spawn(process.execPath, [...execArgv, file], {
      cwd,
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const forget = atExit(() => this.#child.kill('SIGKILL'));
    this.#exited = new Promise((resolve) => this.#child.once('exit', resolve)).then(forget);
    this.#child.on('message', (message) => {
      this.probe = message;
      if (message.pickups) this.pickups.push(...message.pickups);
    });
  }

  get pid() {
    return this.#child.pid;
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get cpuSeconds() {
    return cpuSecondsOf(this.pid);
  }

  get rssBytes() {
    return rssBytesOf(this.pid);
  }

  async stop() {
    if (this.hasEnded) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), KILL_AFTER_MS);
    await this.#exited;
    clearTimeout(timer);
  }
}
