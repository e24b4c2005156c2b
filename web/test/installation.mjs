// Rota as `npm start` runs it (PostgreSQL, api, worker, scheduler, the built admin app), on free ports and in a folder of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { keepOutput } from '../../scripts/kept-output.mjs';
import { linkToItself } from '../../scripts/bootstrap/install.mjs';
import { freePort, freePortRange } from '../../scripts/free-ports.mjs';
import { until } from './until.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
/** It may have to build everything first. */
const READY_WITHIN_MS = 300_000;

/** Times scaled down together, so that the death of a worker shows within seconds. The server lives in UTC, the browsers do not. */
const ENVIRONMENT = {
  TZ: 'UTC',
  LEASE_MS: '15000', // more than a busy machine keeps a heartbeat waiting
  WORKER_HEARTBEAT_MS: '1000',
  SCHEDULER_TICK_MS: '1000',
  WORKER_CAPACITY: '8',
  SHUTDOWN_GRACE_MS: '1000',
  // All pages of the owner begin with the same cookies. Were their token over, each would trade the one refresh token in, and the second to come would count as a thief.
  ACCESS_TOKEN_SECONDS: '3600',
};

const running = new Set();
// Whoever ends this process ends what it started first: the launcher is in a group of its own, so no Ctrl-C reaches it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void endInOrder());
process.once('exit', () => running.forEach((installation) => installation.abandon()));

async function endInOrder() {
  await Promise.allSettled([...running].map((installation) => installation.stop()));
  process.exit(130);
}

export class Installation {
  #output = '';

  /** `env`: beside what every installation of the tests has. */
  static async start(env = {}) {
    linkToItself(); // started without npm, too, the handlers of the tests find `rota/handlers`
    const home = mkdtempSync(path.join(tmpdir(), 'rota-web-'));
    chmodSync(home, 0o711); // PostgreSQL may run as another user, who must pass
    const installation = new Installation(home, await freePorts(), env);
    try {
      return await installation.#ready();
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  constructor(home, ports, env) {
    this.home = home;
    const flags = Object.entries(ports).flatMap(([name, port]) => [`--${name}-port`, String(port)]);
    const { DATABASE_URL: _theirs, ...inherited } = process.env;
    this.child = spawn(process.execPath, [path.join(root, 'scripts', 'start', 'main.mjs'), ...flags], {
      cwd: root,
      env: { ...inherited, ...ENVIRONMENT, ...env, ROTA_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    keepOutput('launcher', this.child);
    running.add(this);
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (chunk) => (this.#output += chunk));
  }

  async #ready() {
    const file = path.join(this.home, 'local.json');
    await until(() => existsSync(file) || this.#hasEnded, 'everything runs', READY_WITHIN_MS);
    if (this.#hasEnded) throw new Error(`it ended before it was ready:\n${this.#output}`);
    this.local = JSON.parse(readFileSync(file, 'utf8'));
    return this;
  }

  get #hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** The process id of a role, as the launcher keeps it; undefined between two. */
  pidOf(name) {
    const { children } = JSON.parse(readFileSync(path.join(this.home, 'run.json'), 'utf8'));
    return children.find((child) => child.name === name)?.pid;
  }

  async stop() {
    if (!this.#hasEnded) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    running.delete(this);
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Last resort of a process that ends this instant: the launcher stops the rest by itself. */
  abandon() {
    if (!this.#hasEnded) this.child.kill('SIGTERM');
  }
}

async function freePorts() {
  const ports = {};
  for (const name of ['api', 'web', 'pg', 'receiver', 'mail', 'smtp']) ports[name] = await freePort();
  ports.operations = await freePortRange(3);
  return ports;
}
