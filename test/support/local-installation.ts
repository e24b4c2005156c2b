import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepOutput } from '../../scripts/kept-output.mjs';
import { freePort, freePortRange } from '../../scripts/free-ports.mjs';
import type { ProcessIdentity } from '../../scripts/start/process-identity.mjs';
import { until } from './until.js';

/** What `npm start` writes for scripts. */
export interface LocalFile {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly email: string;
  readonly password: string;
  readonly projectId: string;
  readonly apiKey: string;
  readonly receiverUrl: string;
  readonly mailUrl: string;
  readonly databaseUrl: string;
}

interface StartedProcess extends ProcessIdentity {
  readonly name: string;
}

const READY_WITHIN_MS = 240_000;

/** `npm start` as a user runs it, on ports and in a folder of its own. */
export class LocalInstallation {
  readonly home: string;
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(readonly ports: Readonly<Record<string, number>>) {
    this.home = mkdtempSync(path.join(tmpdir(), 'rota-start-'));
    chmodSync(this.home, 0o711); // PostgreSQL may run as another user, who must pass
  }

  static async prepare(): Promise<LocalInstallation> {
    const ports: Record<string, number> = {};
    for (const name of ['api', 'web', 'pg', 'receiver', 'mail', 'smtp']) ports[name] = await freePort();
    ports['operations'] = await freePortRange(3);
    return new LocalInstallation(ports);
  }

  /** Starts and does not wait. Output of several starts is kept together. */
  spawn(env: Readonly<Record<string, string>> = {}): ChildProcess {
    const flags = Object.entries(this.ports).flatMap(([name, port]) => [`--${name}-port`, String(port)]);
    const { DATABASE_URL: _ours, ...inherited } = process.env;
    const child = spawn('npm', ['start', '--', ...flags], {
      env: { ...inherited, ...env, ROTA_HOME: this.home },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a Ctrl-C can be sent to all of it, as a terminal does.
      detached: true,
    });
    keepOutput('launcher', child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += String(chunk)));
    this.child ??= child;
    return child;
  }

  /** Resolves when everything is ready. A first start may have to build everything. */
  async start(env: Readonly<Record<string, string>> = {}, readyWithinMs: number = READY_WITHIN_MS): Promise<LocalFile> {
    this.child = undefined;
    const file = path.join(this.home, 'local.json');
    rmSync(file, { force: true }); // a start that was killed could not remove it
    const child = this.spawn(env);
    await until(() => existsSync(file) || hasEnded(child), `npm start is ready:\n${this.output}`, readyWithinMs);
    if (hasEnded(child)) throw new Error(`npm start ended with code ${child.exitCode}:\n${this.output}`);
    return JSON.parse(readFileSync(file, 'utf8')) as LocalFile;
  }

  /** What the start says it runs. */
  processes(): StartedProcess[] {
    const record = JSON.parse(readFileSync(path.join(this.home, 'run.json'), 'utf8')) as {
      owner: ProcessIdentity;
      children: StartedProcess[];
    };
    return [{ name: 'owner', ...record.owner }, ...record.children];
  }

  /** A signal for everybody in the foreground, as Ctrl-C is. */
  interrupt(): void {
    if (this.child?.pid !== undefined && !hasEnded(this.child)) process.kill(-this.child.pid, 'SIGINT');
  }

  async ended(): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    await until(() => hasEnded(child), `npm start ended:\n${this.output}`, 60_000);
    return child.exitCode;
  }

  log(): string {
    return this.output;
  }

  async dispose(): Promise<void> {
    this.interrupt();
    await this.ended();
    rmSync(this.home, { recursive: true, force: true });
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
