import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { keepOutput } from '../../scripts/kept-output.mjs';
import { PATIENT, TEST_SECRETS, UNLIMITED } from './test-api.js';
import type { TestDatabase } from './test-database.js';
import { until } from './until.js';

const MAIN = path.resolve('dist/src/main.js');
const READY_WITHIN_MS = 90_000;
/** Longer than the grace of a process, after which it gives up by itself. */
const STOPPED_WITHIN_MS = 60_000;

/** A role as a process of its own, from the build, on the database of a test. */
export class RoleProcess {
  private output = '';
  private isOver = false;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (this.output += String(chunk)));
    // Not when it exits: what it said last may still be in the pipe then.
    child.once('close', () => (this.isOver = true));
  }

  /** Resolves when it is ready. Any port is a free one. */
  static async start(
    role: 'api' | 'worker' | 'scheduler',
    database: Pick<TestDatabase, 'url'>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<RoleProcess> {
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      env: {
        PATH: process.env['PATH'],
        ...TEST_SECRETS,
        ...UNLIMITED,
        ...PATIENT,
        ROLE: role,
        DATABASE_URL: database.url,
        API_PORT: '0',
        OPERATIONS_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    keepOutput(role, child);
    const running = new RoleProcess(child);
    await until(
      () => running.lines().some((line) => line['msg'] === 'ready') || running.hasEnded,
      `the ${role} of the build is ready (is dist/ up to date? "npm run build")`,
      READY_WITHIN_MS,
    ).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(running.output, { cause: error });
    });
    if (running.hasEnded) throw new Error(`the ${role} ended: ${running.output}`);
    return running;
  }

  /** Where an api listens. */
  get url(): string {
    const address = this.lines().find((line) => line['msg'] === 'listening')?.['url'];
    if (typeof address !== 'string') throw new Error('it listens nowhere');
    return address;
  }

  /** Where it answers probes and scrapes. */
  get operationsUrl(): string {
    return `http://127.0.0.1:${String(this.lines().find((line) => line['msg'] === 'starting')?.['operationsPort'])}`;
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** What it has logged so far. */
  lines(): Record<string, unknown>[] {
    return this.output.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
  }

  /** Everything that it has written, whatever it is. */
  log(): string {
    return this.output;
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await until(() => this.hasEnded, 'the process is gone');
  }

  /** Answers its exit code; null of one that did not heed the signal and had to be killed. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await until(() => this.hasEnded, 'the process ends', STOPPED_WITHIN_MS).catch(() => this.kill());
    return this.child.exitCode;
  }
}
