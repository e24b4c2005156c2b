export interface FreshCacheOptions<Value> {
  /** An answer is never older, counted from the moment its look-up began, in milliseconds. */
  readonly maxAgeMs: number;
  /** The oldest entry makes room for a new one. */
  readonly maxEntries: number;
  /** Which answers are worth keeping. Default: all but `undefined`, so that a flood of unknown keys evicts nothing. */
  readonly keeps?: (value: Value) => boolean;
}

interface Entry<Value> {
  readonly beganAtMs: number;
  readonly answer: Promise<Value>;
}

/** Answers for a moment, with one look-up in flight per key. A failed look-up is not kept. */
export class FreshCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly keeps: (value: Value) => boolean;

  constructor(private readonly options: FreshCacheOptions<Value>) {
    this.keeps = options.keeps ?? ((value) => value !== undefined);
  }

  get(key: string, lookUp: () => Promise<Value>): Promise<Value> {
    const beganAtMs = performance.now();
    const known = this.entries.get(key);
    if (known && beganAtMs - known.beganAtMs < this.options.maxAgeMs) return known.answer;
    const entry = { beganAtMs, answer: lookUp() };
    this.entries.delete(key);
    this.makeRoom(beganAtMs);
    this.entries.set(key, entry);
    entry.answer.then(
      (value) => {
        if (!this.keeps(value)) this.forgetEntry(key, entry);
      },
      () => this.forgetEntry(key, entry),
    );
    return entry.answer;
  }

  /** After a change made here. A look-up that began before it is not handed to later callers either. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  private forgetEntry(key: string, entry: Entry<Value>): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }

  /** Entries stand in the order in which their look-ups began: what is too old to be handed out goes, and what is one too many. */
  private makeRoom(nowMs: number): void {
    const { maxAgeMs, maxEntries } = this.options;
    for (const [key, { beganAtMs }] of this.entries) {
      if (nowMs - beganAtMs < maxAgeMs && this.entries.size < maxEntries) return;
      this.entries.delete(key);
    }
  }
}
