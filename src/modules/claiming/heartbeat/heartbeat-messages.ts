import type { SharedBoard } from './shared-board.js';

/** What the heartbeat thread is started with. */
export interface HeartbeatThreadOptions {
  readonly databaseUrl: string;
  readonly statementTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  /** A handler may outlive its timeout by that much before a blocked event loop is ended. */
  readonly timeoutGraceMs: number;
  readonly capacity: number;
  /** Leases that an earlier thread kept: known before the first heartbeat, which would else succeed without them. */
  readonly held: readonly { readonly firstIndex: number; readonly keys: string; readonly heldAtMs: number }[];
  readonly board: SharedBoard['buffers'];
  /** `process.hrtime` minus `performance.now()` of the main thread, in milliseconds: both threads then read one clock. */
  readonly clockOffsetMs: number;
}

export type ToHeartbeatThread =
  /** Leases from `firstIndex` on: job id and lease token by turns, in one text, because a text is copied between threads as it is. */
  | { readonly kind: 'hold'; readonly firstIndex: number; readonly keys: string }
  | { readonly kind: 'drop'; readonly indexes: readonly number[] }
  | { readonly kind: 'progress'; readonly index: number; readonly json: string }
  | { readonly kind: 'state'; readonly state: 'live' | 'draining' }
  | { readonly kind: 'beat' }
  | { readonly kind: 'stop' };

export type FromHeartbeatThread =
  /** The first heartbeat has succeeded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'beaten'; readonly lost: readonly number[]; readonly cancelled: readonly number[] }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' };
