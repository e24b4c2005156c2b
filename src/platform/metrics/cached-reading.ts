import { setTimeout as delay } from 'node:timers/promises';

export interface CachedReadingOptions {
  /** A scrape storm reads no oftener than this. */
  readonly freshMs: number;
  /** A scrape waits no longer than this: the metrics of the process itself are answered while the database is slow or away. */
  readonly waitMs: number;
}

/** A reading that costs something, taken once for all who ask within a while. */
export class CachedReading<T> {
  private reading: Promise<T | undefined> | undefined;
  private readAtMs = -Infinity;
  private isUnderWay = false;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly options: CachedReadingOptions = { freshMs: 10_000, waitMs: 3_000 },
  ) {}

  /** Undefined: it failed, or has not come in time. */
  async value(): Promise<T | undefined> {
    const isFresh = performance.now() - this.readAtMs < this.options.freshMs;
    if (!this.isUnderWay && !isFresh) this.start();
    const late = new AbortController();
    const timeout = delay(this.options.waitMs, undefined, { signal: late.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.reading, timeout]);
    } finally {
      late.abort();
    }
  }

  private start(): void {
    this.isUnderWay = true;
    this.readAtMs = performance.now();
    this.reading = this.read()
      .catch(() => undefined)
      .finally(() => (this.isUnderWay = false));
  }
}
