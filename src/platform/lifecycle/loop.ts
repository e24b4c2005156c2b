import { isConnectionError } from '../database/pg-errors.js';

/** What a tick found: `more` runs the next one at once, `idle` waits the interval, a number waits that long (ms, at most the interval). */
export type TickResult = 'more' | 'idle' | { readonly sleepMs: number };

export interface LoopOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** Fraction of the interval that is random, so that replicas do not march in step. Default 0.1. */
  readonly jitter?: number;
  /** A tick that takes longer counts as failed; its loop goes on. Default 60 s. */
  readonly deadlineMs?: number;
}

export interface LoopObserver {
  ticked(loop: string, durationMs: number): void;
  failed(loop: string, error: unknown, consecutive: number): void;
}

const BACKOFF_MAX_MS = 5_000;

/**
 * A duty that goes on for ever. Interval, jitter, wake-up, error backoff, age and stop live here once. A loop never dies of an
 * error and never hangs: each tick has a deadline, and a failed one is repeated after a growing, capped and jittered pause.
 */
export abstract class Loop {
  private isStopping = false;
  private isRunning = false;
  private wakeUp: (() => void) | undefined;
  private wasWoken = false;
  private finished: Promise<void> = Promise.resolve();
  private consecutiveFailures = 0;
  private lastTickAtMs = performance.now();

  protected constructor(
    protected readonly options: LoopOptions,
    private readonly observer?: LoopObserver,
  ) {}

  /** One bounded piece of work. */
  protected abstract tick(): Promise<TickResult>;

  get name(): string {
    return this.options.name;
  }

  /** Seconds since the last successful tick. */
  get ageSeconds(): number {
    return (performance.now() - this.lastTickAtMs) / 1000;
  }

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.isStopping = false;
    this.lastTickAtMs = performance.now();
    this.finished = this.run();
  }

  /** Ends the pause of the loop, or makes the tick under way be followed by another at once. */
  wake(): void {
    this.wasWoken = true;
    this.wakeUp?.();
  }

  /** Lets the tick under way end, then ends the loop. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeUp?.();
    await this.finished;
    this.isRunning = false;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.wasWoken = false;
      const pauseMs = await this.tickOnce();
      if (pauseMs > 0 && !this.isStopping && !this.wasWoken) await this.pause(pauseMs);
      else await new Promise(setImmediate);
    }
  }

  private async tickOnce(): Promise<number> {
    const startedAtMs = performance.now();
    try {
      const result = await this.withDeadline(this.tick());
      this.consecutiveFailures = 0;
      this.lastTickAtMs = performance.now();
      this.observer?.ticked(this.options.name, this.lastTickAtMs - startedAtMs);
      return this.pauseAfter(result);
    } catch (error) {
      this.consecutiveFailures += 1;
      this.observer?.failed(this.options.name, error, this.consecutiveFailures);
      const backoffMs = Math.min(BACKOFF_MAX_MS, 100 * 2 ** Math.min(this.consecutiveFailures, 16));
      // At most one try a second while the database is away.
      return isConnectionError(error) ? 1_000 + Math.random() * backoffMs : backoffMs * (0.5 + Math.random() / 2);
    }
  }

  private pauseAfter(result: TickResult): number {
    if (result === 'more') return 0;
    const { intervalMs, jitter = 0.1 } = this.options;
    if (result === 'idle') return intervalMs * (1 - jitter * Math.random());
    return Math.max(1, Math.min(result.sleepMs, intervalMs));
  }

  private async withDeadline(tick: Promise<TickResult>): Promise<TickResult> {
    const deadlineMs = this.options.deadlineMs ?? 60_000;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.options.name} took longer than ${deadlineMs} ms`)), deadlineMs);
    });
    try {
      return await Promise.race([tick, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      this.wakeUp = undefined;
    });
  }
}
