import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError, isContentionError, isDataError } from './pg-errors.js';

export interface BatcherOptions<Item, Result> {
  /** Writes all items in one statement; answers one result per item, in the order given. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
  /** Flushes that may be under way at once; each needs a connection. Default 1. */
  readonly lanes?: number;
  /** Asked after a lost connection: is a further try of this batch still wanted? Default: three tries. */
  readonly keepTrying?: (items: readonly Item[], attempt: number) => boolean;
  /** Told of each flush: size and duration in milliseconds. */
  readonly onFlush?: (items: number, durationMs: number) => void;
}

/** An item on its way, which is told what became of it. Neither call may throw. */
export interface Posted<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const CONTENTION_TRIES = 8;

/**
 * Natural batching: what arrives while a flush is under way travels with the next one, with no delay of its own. A batch that
 * PostgreSQL refuses for its data is halved until the bad item stands alone; only that item fails.
 */
export class Batcher<Item, Result> {
  private waiting: Posted<Item, Result>[] = [];
  private active = 0;
  private isScheduled = false;
  private idle: (() => void)[] = [];

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  /** Items that were submitted and not yet answered, those in flight excluded. */
  get backlog(): number {
    return this.waiting.length;
  }

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => this.post({ item, resolve, reject }));
  }

  /** The same without a promise, for items by the ten thousand. */
  post(posted: Posted<Item, Result>): void {
    this.waiting.push(posted);
    if (this.isScheduled) return;
    // One turn of the event loop: callers that became ready together travel together.
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.pump();
    });
  }

  /** Resolves when everything submitted so far has been answered. */
  async settled(): Promise<void> {
    while (this.waiting.length > 0 || this.active > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private pump(): void {
    while (this.active < (this.options.lanes ?? 1) && this.waiting.length > 0) {
      const batch =
        this.waiting.length <= this.options.maxItems ? this.waiting : this.waiting.slice(0, this.options.maxItems);
      this.waiting = batch === this.waiting ? [] : this.waiting.slice(this.options.maxItems);
      this.active += 1;
      void this.attempt(batch).finally(() => {
        this.active -= 1;
        this.pump();
        if (this.active === 0 && this.waiting.length === 0) for (const done of this.idle.splice(0)) done();
      });
    }
  }

  private async attempt(batch: readonly Posted<Item, Result>[]): Promise<void> {
    const items = batch.map((posted) => posted.item);
    for (let attempt = 1; ; attempt += 1) {
      const startedAtMs = performance.now();
      let results: readonly Result[];
      try {
        results = await this.options.flush(items);
      } catch (error) {
        if (isDataError(error) && batch.length > 1) return this.halve(batch);
        if (isDataError(error) || !this.isWorthRepeating(error, items, attempt)) {
          for (const posted of batch) posted.reject(error);
          return;
        }
        await delay(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
        continue;
      }
      this.options.onFlush?.(batch.length, performance.now() - startedAtMs);
      batch.forEach((posted, index) => posted.resolve(results[index] as Result));
      return;
    }
  }

  private async halve(batch: readonly Posted<Item, Result>[]): Promise<void> {
    const middle = batch.length >> 1;
    await this.attempt(batch.slice(0, middle));
    await this.attempt(batch.slice(middle));
  }

  private isWorthRepeating(error: unknown, items: readonly Item[], attempt: number): boolean {
    if (isContentionError(error)) return attempt < CONTENTION_TRIES;
    if (!isConnectionError(error)) return false;
    return this.options.keepTrying ? this.options.keepTrying(items, attempt) : attempt < 3;
  }
}
