import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { keepOutput } from '../../scripts/kept-output.mjs';
import { until } from './until.js';

export type Environment = Readonly<Record<string, string>>;

export interface LogRecord {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RotaProcessOptions {
  readonly role: 'api' | 'worker' | 'scheduler';
  readonly databaseUrl: string;
  readonly env?: Environment;
  readonly nodeArguments?: readonly string[];
}

const HEARTBEAT_MS = 500;
/** No machine is so busy that a process which lives does not beat for so long. */
const LONG_LEASE_MS = 60_000;

/** For processes whose leases are to run out: within seconds, but not in a pause of a busy machine. */
export const SHORT_LEASE_MS = 8_000;
export const SHORT_FENCE_MS = SHORT_LEASE_MS - HEARTBEAT_MS;
export const SHORT_LEASE: Environment = { LEASE_MS: String(SHORT_LEASE_MS) };

/** All times scaled down together, but for the lease: where nobody is to lose one, nobody does. */
const SCALED_DOWN: Environment = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  OPERATIONS_PORT: '0',
  SECRETS_KEY: 'planted: project secrets of the test, 32 characters',
  LEASE_MS: String(LONG_LEASE_MS),
  WORKER_HEARTBEAT_MS: String(HEARTBEAT_MS),
  WORKER_POLL_INTERVAL_MS: '100',
  WORKER_TIMEOUT_GRACE_MS: '500',
  WORKER_CAPACITY: '4',
  SCHEDULER_TICK_MS: '250',
  SCHEDULER_MAX_SLEEP_MS: '200',
  SHUTDOWN_GRACE_MS: '10000',
  DATABASE_CONNECT_TIMEOUT_MS: '10000',
  HANDLER_MODULES: './test/fixtures/handlers/fault-handlers.mjs',
};

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** A role as a real process from `dist/`, with what it logged. */
export class RotaProcess {
  readonly lines: LogRecord[] = [];
  /** What was no JSON: a crash speaks there. */
  readonly noise: string[] = [];
  readonly ended: Promise<ProcessEnd>;
  private readonly child: ChildProcess;
  private end: ProcessEnd | undefined;

  constructor(readonly options: RotaProcessOptions) {
    const { role, databaseUrl, env = {}, nodeArguments = [] } = options;
    this.child = spawn(process.execPath, [...nodeArguments, path.join(ROOT, 'dist', 'src', 'main.js')], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...SCALED_DOWN, ROLE: role, DATABASE_URL: databaseUrl, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    keepOutput(role, this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) this.read(stream);
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve((this.end = { code, signal })));
    });
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  logged(message: string): LogRecord[] {
    return this.lines.filter((line) => line.msg === message);
  }

  untilLogged(message: string, deadlineMs?: number): Promise<LogRecord> {
    const found = (): LogRecord | undefined => {
      const [record] = this.logged(message);
      if (!record && this.end)
        throw new Error(`the ${this.options.role} ended before it said "${message}":\n${this.tail()}`);
      return record;
    };
    return until(found, `the ${this.options.role} says "${message}"`, deadlineMs);
  }

  async ready(): Promise<this> {
    await this.untilLogged('ready', 90_000);
    return this;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.end) this.child.kill(signal);
  }

  /** Sends the signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM', deadlineMs?: number): Promise<ProcessEnd> {
    this.signal(signal);
    return until(() => this.end, `the ${this.options.role} ends after ${signal}`, deadlineMs);
  }

  async kill(): Promise<void> {
    this.signal('SIGCONT');
    this.signal('SIGKILL');
    await this.ended;
  }

  tail(): string {
    return [...this.lines.slice(-10).map((line) => JSON.stringify(line)), ...this.noise.slice(-20)].join('\n');
  }

  private read(stream: NodeJS.ReadableStream | null): void {
    let rest = '';
    stream?.on('data', (chunk: Buffer) => {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.take(line);
    });
  }

  private take(line: string): void {
    if (line.trim() === '') return;
    try {
      this.lines.push(JSON.parse(line) as LogRecord);
    } catch {
      this.noise.push(line);
    }
  }
}

/** The processes of one test; whatever happens, none outlives `dispose`. */
export class Fleet {
  private readonly processes: RotaProcess[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly env: Environment = {},
  ) {}

  start(role: RotaProcessOptions['role'], env: Environment = {}, more: Partial<RotaProcessOptions> = {}): RotaProcess {
    const started = new RotaProcess({ role, databaseUrl: this.databaseUrl, ...more, env: { ...this.env, ...env } });
    this.processes.push(started);
    return started;
  }

  worker(env: Environment = {}, more: Partial<RotaProcessOptions> = {}): Promise<RotaProcess> {
    return this.start('worker', env, more).ready();
  }

  scheduler(env: Environment = {}): Promise<RotaProcess> {
    return this.start('scheduler', env).ready();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.processes.splice(0).map((started) => started.kill()));
  }
}
