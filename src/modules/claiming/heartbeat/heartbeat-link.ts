import { Worker } from 'node:worker_threads';
import type { Lease } from '../claimed-job.js';
import type { FromHeartbeatThread, HeartbeatThreadOptions, ToHeartbeatThread } from './heartbeat-messages.js';
import { HeldLeases } from './held-leases.js';
import { RespawnPause } from './respawn-pause.js';
import { SharedBoard } from './shared-board.js';

export type HeartbeatLinkOptions = Omit<HeartbeatThreadOptions, 'board' | 'clockOffsetMs' | 'held'>;

export interface HeartbeatEvents {
  /** From here on leases are kept: jobs may be claimed. */
  ready(): void;
  /** Leases that the last heartbeat no longer found. */
  lost(indexes: readonly number[]): void;
  cancelled(indexes: readonly number[]): void;
  failed(message: string): void;
}

/** The main thread's end of the heartbeat thread. A thread that dies is started anew with the leases that are still held. */
export class HeartbeatLink {
  readonly board: SharedBoard;
  private thread: Worker | undefined;
  private readonly leases = new HeldLeases();
  private isStopping = false;
  private isThreadReady = false;
  private readonly respawnPause = new RespawnPause();

  constructor(
    private readonly options: HeartbeatLinkOptions,
    private readonly events: HeartbeatEvents,
  ) {
    this.board = SharedBoard.create(options.capacity);
  }

  /** false until the thread's first heartbeat has succeeded: a job claimed before would have nobody who keeps its lease. */
  get isReady(): boolean {
    return this.isThreadReady;
  }

  start(): void {
    this.board.loopTickAtMs = performance.now();
    this.board.lastBeatAtMs = performance.now();
    this.spawn();
  }

  /** Before any of these jobs starts: from here on the thread keeps their leases. */
  hold(firstIndex: number, leases: readonly Lease[]): void {
    const keys = leases.map(keysOf).join('');
    this.leases.hold(firstIndex, keys, performance.now());
    this.send({ kind: 'hold', firstIndex, keys });
  }

  drop(indexes: readonly number[]): void {
    for (const index of indexes) this.leases.drop(index);
    this.send({ kind: 'drop', indexes });
  }

  progress(index: number, json: string): void {
    this.send({ kind: 'progress', index, json });
  }

  state(state: 'live' | 'draining'): void {
    this.send({ kind: 'state', state });
  }

  /** Do not wait for the interval: somebody asked for a cancel. */
  beatNow(): void {
    this.send({ kind: 'beat' });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const thread = this.thread;
    if (!thread) return;
    const exited = new Promise((resolve) => thread.once('exit', resolve));
    this.send({ kind: 'stop' });
    const late = setTimeout(() => void thread.terminate(), 2_000);
    await exited;
    clearTimeout(late);
  }

  private spawn(): void {
    const thread = new Worker(new URL('./heartbeat-thread.js', import.meta.url), {
      workerData: {
        ...this.options,
        board: this.board.buffers,
        held: [...this.leases].map((lease) => ({
          firstIndex: lease.index,
          keys: keysOf(lease),
          heldAtMs: lease.heldAtMs,
        })),
        clockOffsetMs: Number(process.hrtime.bigint()) / 1e6 - performance.now(),
      } satisfies HeartbeatThreadOptions,
    });
    thread.on('message', (message: FromHeartbeatThread) => {
      if (message.kind === 'failed') this.events.failed(message.message);
      if (message.kind === 'ready') {
        this.isThreadReady = true;
        this.respawnPause.reset();
        this.events.ready();
      }
      if (message.kind !== 'beaten') return;
      if (message.lost.length > 0) this.events.lost(message.lost);
      if (message.cancelled.length > 0) this.events.cancelled(message.cancelled);
    });
    thread.on('error', (error) => this.events.failed(error instanceof Error ? error.message : String(error)));
    thread.on('exit', () => {
      this.isThreadReady = false;
      if (this.isStopping || this.thread !== thread) return;
      setTimeout(() => this.respawn(), this.respawnPause.nextMs());
    });
    this.thread = thread;
  }

  private respawn(): void {
    if (this.isStopping) return;
    this.spawn();
  }

  private send(message: ToHeartbeatThread): void {
    this.thread?.postMessage(message);
  }
}

function keysOf({ jobId, leaseToken }: Lease): string {
  return jobId + leaseToken;
}
