// A service of docker-compose.yml as a process of this machine: its image's folder, its environment, its user, its health check.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { keepOutput } from '../kept-output.mjs';

/** The user `node` of the image: here whoever may do as little. Undefined where we are not root and have only ourselves. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const OUTPUT_KEPT = 8_000;

export class Service {
  #child;
  #output = '';

  /** `adapt` turns what is true inside of the network of containers into what is true here. */
  constructor({ name, image, command, environment, adapt, nodeFolder }) {
    if (image.user === 'root') throw new Error(`${name} would run as root`);
    this.name = name;
    this.image = image;
    // The init of the image (tini) passes signals on and nothing else: here the process is not number 1.
    this.command = command ?? image.command;
    this.env = Object.fromEntries(
      Object.entries({ PATH: [nodeFolder, process.env.PATH].join(path.delimiter), ...image.env, ...environment })
        .filter(([, value]) => value !== null) // a name that has no value anywhere is not set, whatever the image says
        .map(([key, value]) => [key, adapt(String(value))]),
    );
    this.options = { cwd: path.join(image.root, image.cwd), env: this.env, ...UNPRIVILEGED };
  }

  start() {
    const [program, ...args] = this.command;
    this.#child = spawn(program, args, { ...this.options, stdio: ['ignore', 'pipe', 'pipe'] });
    keepOutput(this.name, this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on('data', (chunk) => (this.#output = (this.#output + String(chunk)).slice(-OUTPUT_KEPT)));
    }
    this.#child.once('error', (error) => (this.#output += error.message));
  }

  /** Runs another command where the service runs, as `docker compose run` does, and answers what it printed. */
  run(args) {
    const { status, stdout, stderr } = spawnSync(args[0], args.slice(1), { ...this.options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${this.name}: ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout.trim();
  }

  async untilHealthy(withinMs) {
    const endsAtMs = performance.now() + withinMs;
    for (;;) {
      if (this.#hasEnded) throw new Error(`${this.name} ended before it was healthy:\n${this.#output}`);
      if (this.#isHealthy()) return;
      if (performance.now() > endsAtMs)
        throw new Error(`${this.name} is not healthy after ${withinMs} ms:\n${this.#output}`);
      await delay(200);
    }
  }

  /** SIGTERM, as `docker compose stop`. @throws Error unless it ends by itself, in time, with exit code 0 */
  async stop(withinMs) {
    const child = this.#child;
    const ended = this.#hasEnded ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
    await ended;
    clearTimeout(timer);
    if (child.exitCode === 0) return;
    throw new Error(`${this.name} ended with ${child.signalCode ?? `exit code ${child.exitCode}`}:\n${this.#output}`);
  }

  kill() {
    if (this.#child && !this.#hasEnded) this.#child.kill('SIGKILL');
  }

  get #hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
  }

  #isHealthy() {
    const [program, ...args] = this.image.healthCheck;
    return spawnSync(program, args, { ...this.options, timeout: 5_000 }).status === 0;
  }
}
