const HEADER = 2;
const LOOP_TICK = 0;
const LAST_BEAT = 1;

/**
 * What the main thread and the heartbeat thread read of each other without messages: a blocked main thread answers none. Times
 * are milliseconds on the main thread's `performance.now()` scale. Each number has one writer.
 */
export class SharedBoard {
  private readonly times: Float64Array;
  private readonly slots: Int32Array;

  private constructor(
    readonly buffers: { readonly times: SharedArrayBuffer; readonly slots: SharedArrayBuffer },
    readonly capacity: number,
  ) {
    this.times = new Float64Array(buffers.times);
    this.slots = new Int32Array(buffers.slots);
  }

  static create(capacity: number): SharedBoard {
    return SharedBoard.over(
      {
        times: new SharedArrayBuffer(8 * (HEADER + capacity)),
        slots: new SharedArrayBuffer(4 * capacity),
      },
      capacity,
    );
  }

  static over(buffers: SharedBoard['buffers'], capacity: number): SharedBoard {
    return new SharedBoard(buffers, capacity);
  }

  /** Written by the main thread: its event loop still turns. */
  set loopTickAtMs(value: number) {
    this.times[LOOP_TICK] = value;
  }

  get loopTickAtMs(): number {
    return this.times[LOOP_TICK] as number;
  }

  /** Written by the heartbeat thread: when the last heartbeat that succeeded was sent. */
  set lastBeatAtMs(value: number) {
    this.times[LAST_BEAT] = value;
  }

  get lastBeatAtMs(): number {
    return this.times[LAST_BEAT] as number;
  }

  /** A handler runs in this slot under this lease, and must have ended by then. */
  occupy(slot: number, leaseIndex: number, endsAtMs: number): void {
    this.times[HEADER + slot] = endsAtMs;
    Atomics.store(this.slots, slot, leaseIndex);
  }

  vacate(slot: number): void {
    Atomics.store(this.slots, slot, 0);
  }

  /** Lease indexes whose handlers should have ended before `nowMs`. */
  overdue(nowMs: number): number[] {
    const indexes: number[] = [];
    for (let slot = 0; slot < this.capacity; slot += 1) {
      const leaseIndex = Atomics.load(this.slots, slot);
      if (leaseIndex !== 0 && (this.times[HEADER + slot] as number) < nowMs) indexes.push(leaseIndex);
    }
    return indexes;
  }
}
