import type { ClaimCursor } from './claim-cursor.js';
import type { ClaimedJob } from './claimed-job.js';
import type { Claimant, ClaimStore, QueueClaim } from './claim.store.js';
import { type ClaimShare, QueueRing, type ReadyQueue } from './queue-ring.js';

const DISCOVER_EVERY_MS = 500;
const LOOK_BEHIND_EVERY_MS = 500;
const LOOK_BEHIND_MS = 1_000;
const RESET_EVERY_MS = 5_000;
/** Resets walk dead index entries under a held snapshot (up to 100 ms there): they get at most this part of the time. */
const RESET_TIME_SHARE = 1 / 20;
/** Queues that one look answers at most. */
const PAGE = 1_000;
/** Pages of ready queues that a claim looks at. */
const LOOKS_PER_CLAIM = 5;
/** Claims of nothing but drained queues, and looks, before a claim gives up until the next one. */
const TRIES_PER_CLAIM = 50;
const MAX_KNOWN_QUEUES = 10_000;
/** Jobs of one claim, as many as its statements take of one queue: the next claim is on its way while the handlers of this one run. */
const CLAIM_MAX = 1_000;
const TOP_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface ClaimerOptions extends Claimant {
  /** Names or ids of the queues to serve; null serves all. */
  readonly queues: readonly string[] | null;
}

/** How a claim went, for metrics: rows, duration and which kind. */
export type ClaimObserver = (jobs: number, durationMs: number) => void;

/**
 * Claims for one worker process: keeps the ring of ready queues and their cursors. Not re-entrant: one claim at a time.
 *
 * Discover (which queues have ready work) runs at the start, on a wake-up, when the ring has run dry, at least every 500 ms;
 * claim takes from the next queues of the ring.
 */
export class Claimer {
  private readonly ring = new QueueRing();
  private readonly known = new Map<string, ReadyQueue>();
  private discoveredAtMs = -Infinity;
  private discoverFrom = TOP_ID;
  private looking: Promise<void> | undefined;
  private hasMore = false;
  private lookedBehindAtMs = 0;
  private resetAtMs = 0;
  private isResetWanted = false;
  private isResetUnderWay = false;
  private resetTookMs = 0;

  constructor(
    private readonly store: ClaimStore,
    private readonly options: ClaimerOptions,
    private readonly observe: ClaimObserver = () => undefined,
  ) {}

  warmUp(): Promise<void> {
    return this.store.warmUp(this.options);
  }

  /**
   * Work may have become ready. A queue that is known joins the ring at once, which saves an idle worker the discovery; without
   * one, or with an unknown one, the next claim discovers and starts over, because work may stand where no cursor looks.
   */
  wake(queueId?: string): void {
    const known = queueId === undefined ? undefined : this.known.get(queueId);
    if (known) {
      this.ring.add(known);
      return;
    }
    this.discoveredAtMs = -Infinity;
    this.isResetWanted = true;
  }

  /** Up to `max` jobs, 1,000 at once. Empty means that nothing is ready for this worker now; fewer than `max` means that a further call may find more. */
  async claim(max: number): Promise<ClaimedJob[]> {
    if (max < 1) return [];
    // Queues that gave all that they were asked for stay in the ring although they may be drained, and a page of ready queues may
    // hold none that this worker serves: such claims and looks are followed by others, but not without end.
    let looksLeft = LOOKS_PER_CLAIM;
    for (let triesLeft = TRIES_PER_CLAIM; triesLeft > 0; triesLeft -= 1) {
      const startedAtMs = performance.now();
      const isDue = startedAtMs - this.discoveredAtMs >= DISCOVER_EVERY_MS;
      if (looksLeft > 0 && (isDue || this.ring.isEmpty)) {
        await this.discover();
        looksLeft = this.hasMore ? looksLeft - 1 : 0;
      }
      this.resetIfDue();
      const shares = this.ring.next(Math.min(max, CLAIM_MAX));
      if (shares.length === 0 && looksLeft === 0) return [];
      // Thousands of queues with a job or two: the next look ends before the ring is dry. If it fails, the next claim looks.
      if (this.hasMore && this.ring.size <= 2 * shares.length) this.discover().catch(() => undefined);
      const jobs = shares.length > 0 ? await this.claimShares(shares) : [];
      if (shares.length > 0) this.observe(jobs.length, performance.now() - startedAtMs);
      // Limited queues that are full say so in a transaction each time: one claim of those is enough.
      if (jobs.length > 0 || shares.some(({ queue }) => queue.isLimited)) return jobs;
    }
    return [];
  }

  /** A call during a look waits for that one, unless it takes so long that its connection may be a dead one. */
  private discover(): Promise<void> {
    if (this.looking && performance.now() - this.discoveredAtMs < DISCOVER_EVERY_MS) return this.looking;
    const look = this.look().finally(() => {
      if (this.looking === look) this.looking = undefined;
    });
    this.looking = look;
    return look;
  }

  private async look(): Promise<void> {
    // Before it is asked: a wake-up that comes meanwhile stands for what this look may have missed.
    this.discoveredAtMs = performance.now();
    const found = await this.store.discoverQueues(this.discoverFrom, this.options.queues).catch((error: unknown) => {
      this.discoveredAtMs = -Infinity;
      throw error;
    });
    for (const queue of found) {
      if (!queue.isReady) continue;
      this.ring.add(queue);
      this.known.set(queue.queueId, queue);
    }
    for (const queueId of this.known.keys()) {
      if (this.known.size <= MAX_KNOWN_QUEUES) break;
      this.known.delete(queueId);
    }
    // A full page means that there are more: go on below it next time, and wrap round.
    this.hasMore = found.length >= PAGE;
    this.discoverFrom = this.hasMore ? (found.at(-1)?.queueId ?? TOP_ID) : TOP_ID;
  }

  private async claimShares(shares: readonly ClaimShare[]): Promise<ClaimedJob[]> {
    const limited = shares.filter(({ queue }) => queue.isLimited);
    const open = limited.length > 0 ? shares.filter(({ queue }) => !queue.isLimited) : shares;
    const jobs = open.length > 0 ? await this.claimOpen(open) : [];
    if (limited.length > 0) jobs.push(...(await this.claimLimited(limited, jobs.length > 0)));
    return jobs;
  }

  /** What was claimed before is committed and must be run: a failure here counts as "none" then, and the next discovery tries again. */
  private async claimLimited(shares: readonly ClaimShare[], hasClaimed: boolean): Promise<ClaimedJob[]> {
    const claims = shares.map(({ queue, share }) => ({ queueId: queue.queueId, share }));
    try {
      const jobs = await this.store.claimLimited(claims, this.options);
      this.dropDrained(
        shares,
        Map.groupBy(jobs, (job) => job.queueId),
      );
      return jobs;
    } catch (error) {
      if (!hasClaimed) throw error;
      return [];
    }
  }

  private async claimOpen(shares: readonly ClaimShare[]): Promise<ClaimedJob[]> {
    const startedAtMs = performance.now();
    const lookBehindMs = this.lookBehindIfDue(startedAtMs);
    const cursors = shares.map(({ queue }) => this.ring.cursorOf(queue.queueId));
    const claims = shares.map(({ queue, share }, index): QueueClaim => {
      const ranges = (cursors[index] as ClaimCursor).ranges(lookBehindMs);
      return { queueId: queue.queueId, share, ranges };
    });
    const jobs = await this.store.claim(claims, this.options);
    const taken = Map.groupBy(jobs, (job) => job.queueId);
    shares.forEach(({ queue }, index) => cursors[index]?.advance(taken.get(queue.queueId) ?? []));
    this.dropDrained(shares, taken);
    if (this.isResetUnderWay) {
      this.resetTookMs = performance.now() - startedAtMs;
      this.isResetUnderWay = false;
    }
    return jobs;
  }

  /** A queue that gave less than its share looks drained from its cursor: it leaves the ring, and a reset is due before it is believed. */
  private dropDrained(shares: readonly ClaimShare[], taken: ReadonlyMap<string, readonly ClaimedJob[]>): void {
    for (const { queue, share } of shares) {
      if ((taken.get(queue.queueId)?.length ?? 0) >= share) continue;
      this.ring.remove(queue);
      this.isResetWanted = true;
    }
  }

  private lookBehindIfDue(nowMs: number): number {
    if (nowMs - this.lookedBehindAtMs < LOOK_BEHIND_EVERY_MS) return 0;
    this.lookedBehindAtMs = nowMs;
    return LOOK_BEHIND_MS;
  }

  private resetIfDue(): void {
    const nowMs = performance.now();
    const sinceMs = nowMs - this.resetAtMs;
    const isDue = sinceMs >= RESET_EVERY_MS || this.isResetWanted;
    // A claim that merely waited for its database says nothing about resets: the pause has an end.
    const pauseMs = Math.min(this.resetTookMs / RESET_TIME_SHARE, RESET_EVERY_MS);
    if (!isDue || sinceMs < pauseMs) return;
    this.ring.resetCursors();
    this.resetAtMs = nowMs;
    this.isResetWanted = false;
    this.isResetUnderWay = true;
  }
}
