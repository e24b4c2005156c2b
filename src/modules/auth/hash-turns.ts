import { RotaError } from '../../kernel/errors.js';

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

export interface HashTurnsOptions {
  readonly concurrency: number;
  readonly waitMs: number;
}

/**
 * Bounds how many password hashes run at once. A hash takes 19 MiB and a thread of the pool that name look-ups use as well:
 * without a bound a flood of sign-ins eats the memory and stops the process from answering anything.
 */
export class HashTurns {
  private running = 0;
  private readonly queue = new Set<Waiting>();

  constructor(private readonly options: HashTurnsOptions) {}

  /** Runs `work` in its turn. Throws `unavailable` AUTH_BUSY when none comes in time. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.options.concurrency) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(waiting.timer);
          resolve();
        },
        timer: setTimeout(() => {
          this.queue.delete(waiting);
          reject(
            new RotaError('unavailable', 'AUTH_BUSY', 'too many sign-ins at once, try again', {
              retryAfterMs: this.options.waitMs,
            }),
          );
        }, this.options.waitMs),
      };
      this.queue.add(waiting);
    });
  }

  /** The turn goes to the one that waits longest, so nobody starves and `running` never exceeds the bound. */
  private passOn(): void {
    const next = this.queue.values().next();
    if (next.done) {
      this.running -= 1;
      return;
    }
    this.queue.delete(next.value);
    next.value.start();
  }
}
