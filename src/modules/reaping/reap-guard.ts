import { loadSql, type Session } from '../../platform/database/index.js';

const readServerClock = loadSql(import.meta.url, './sql/read-server-clock.sql');

/** Clocks that are steered drift by some milliseconds between two looks; a step is larger than this. */
const JUMP_MS = 1_000;

type GuardReason = 'server_start' | 'connection' | 'clock_jump';

export interface GuardVerdict {
  /** Null: leases may be judged. */
  readonly reason: GuardReason | null;
  /** How long the reason lasts, in milliseconds, if nothing new happens. */
  readonly waitMs: number;
}

/**
 * When the database was away, or its clock moved, all leases end together although every worker is alive. The guard lets the
 * reaper act only if the start of the server, the beginning of its own connection and any jump between the database's clock and
 * this process's monotonic one are all older than a lease: by then whoever lives has beaten.
 */
export class ReapGuard {
  private connectedAtMs: number | undefined;
  private jumpedAtMs: number | undefined;
  /** Database time minus monotonic time. */
  private offsetMs: number | undefined;
  /** By how much that may be wrong, in either direction. */
  private errorMs = 0;

  constructor(
    private readonly leaseMs: number,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** Asks the server; its error, if any, counts as a lost connection and is thrown on. */
  async judge(session: Session): Promise<GuardVerdict> {
    const beforeMs = this.monotonicMs();
    try {
      const [row] = await session.query<{ nowMs: number; serverAgeMs: number }>(readServerClock);
      if (row === undefined) throw new Error('the server told no time');
      const afterMs = this.monotonicMs();
      this.noteClock(row.nowMs - (beforeMs + afterMs) / 2, (afterMs - beforeMs) / 2, afterMs);
      return this.verdict(row.serverAgeMs, afterMs);
    } catch (error) {
      this.connectionLost();
      throw error;
    }
  }

  /** To be called when a statement failed: the time of the connection begins anew. */
  connectionLost(): void {
    this.connectedAtMs = undefined;
  }

  private noteClock(offsetMs: number, errorMs: number, nowMs: number): void {
    this.connectedAtMs ??= nowMs;
    const movedMs = this.offsetMs === undefined ? 0 : Math.abs(offsetMs - this.offsetMs);
    // The look before may have been the one whose answer took its time.
    if (movedMs > JUMP_MS + errorMs + this.errorMs) this.jumpedAtMs = nowMs;
    this.offsetMs = offsetMs;
    this.errorMs = errorMs;
  }

  private verdict(serverAgeMs: number, nowMs: number): GuardVerdict {
    const ages: [GuardReason, number][] = [
      ['server_start', serverAgeMs],
      ['connection', nowMs - (this.connectedAtMs ?? nowMs)],
      ['clock_jump', this.jumpedAtMs === undefined ? Infinity : nowMs - this.jumpedAtMs],
    ];
    const [reason, ageMs] = ages.reduce((youngest, each) => (each[1] < youngest[1] ? each : youngest));
    return ageMs >= this.leaseMs ? { reason: null, waitMs: 0 } : { reason, waitMs: this.leaseMs - ageMs };
  }
}
