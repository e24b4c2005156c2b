import type { Lease } from '../claimed-job.js';

const UUID_CHARACTERS = 36;
const KEY_CHARACTERS = 2 * UUID_CHARACTERS;

/** The leases of one claim, as one text until somebody asks for them: most are dropped before a heartbeat is due. */
interface Batch {
  readonly firstIndex: number;
  /** Job id and lease token by turns. */
  readonly keys: string;
  readonly isDropped: Uint8Array;
  readonly heldAtMs: number;
  left: number;
}

export interface HeldLease extends Lease {
  readonly index: number;
  readonly heldAtMs: number;
}

/** What the heartbeat thread keeps alive, by lease index. Indexes only grow. */
export class HeldLeases implements Iterable<HeldLease> {
  private batches: Batch[] = [];
  private count = 0;

  get size(): number {
    return this.count;
  }

  hold(firstIndex: number, keys: string, heldAtMs: number): void {
    const left = keys.length / KEY_CHARACTERS;
    this.batches.push({ firstIndex, keys, isDropped: new Uint8Array(left), heldAtMs, left });
    this.count += left;
  }

  drop(index: number): void {
    const batch = this.batchOf(index);
    if (!batch) return;
    batch.isDropped[index - batch.firstIndex] = 1;
    batch.left -= 1;
    this.count -= 1;
    if (batch.left === 0) this.batches = this.batches.filter((other) => other !== batch);
  }

  has(index: number): boolean {
    return this.batchOf(index) !== undefined;
  }

  get(index: number): HeldLease | undefined {
    const batch = this.batchOf(index);
    return batch && leaseAt(batch, index - batch.firstIndex);
  }

  *[Symbol.iterator](): Iterator<HeldLease> {
    for (const batch of this.batches) {
      for (const [offset, isDropped] of batch.isDropped.entries()) if (isDropped === 0) yield leaseAt(batch, offset);
    }
  }

  /** The batch in which this index is still held. */
  private batchOf(index: number): Batch | undefined {
    return this.batches.find(({ firstIndex, isDropped }) => isDropped[index - firstIndex] === 0);
  }
}

function leaseAt({ firstIndex, keys, heldAtMs }: Batch, offset: number): HeldLease {
  const at = offset * KEY_CHARACTERS;
  return {
    index: firstIndex + offset,
    jobId: keys.slice(at, at + UUID_CHARACTERS),
    leaseToken: keys.slice(at + UUID_CHARACTERS, at + KEY_CHARACTERS),
    heldAtMs,
  };
}
