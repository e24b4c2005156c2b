import { parentPort, workerData } from 'node:worker_threads';
import { followDatabaseClock } from '../../../platform/clock/host-clock.js';
import { SingleSession } from '../../../platform/database/single-session.js';
import { FinishStore } from '../finish.store.js';
import { LeaseStore } from '../lease.store.js';
import { WorkerStore } from '../worker.store.js';
import type { FromHeartbeatThread, HeartbeatThreadOptions, ToHeartbeatThread } from './heartbeat-messages.js';
import { HeldLeases } from './held-leases.js';
import { SharedBoard } from './shared-board.js';
import { Watchdog } from './watchdog.js';

/**
 * Runs beside the handlers on a thread and a connection of its own: a handler that blocks the event loop loses no lease. The
 * same thread is the watchdog.
 */
const BATCH = 1_000;
const WATCH_EVERY_MS = 250;

const options = workerData as HeartbeatThreadOptions;
const port = parentPort as NonNullable<typeof parentPort>;
const board = SharedBoard.over(options.board, options.capacity);
const database = new SingleSession({
  url: options.databaseUrl,
  name: 'rota-heartbeat',
  // A heartbeat that takes longer than that is worth less than the next one.
  statementTimeoutMs: Math.min(options.statementTimeoutMs, Math.max(1_000, options.heartbeatMs)),
  connectTimeoutMs: options.connectTimeoutMs,
});
const leaseStore = new LeaseStore(database);
const workers = new WorkerStore(database);
const held = new HeldLeases();
for (const { firstIndex, keys, heldAtMs } of options.held) held.hold(firstIndex, keys, heldAtMs);
/** By lease index: the last progress that no heartbeat has written yet. */
const progress = new Map<number, string>();
/**
 * A lease younger than that, in milliseconds, was written by its claim a moment ago, and most jobs end before they are older. A
 * small part of the heartbeat, because the fence counts from the last heartbeat and not from the claim.
 */
const YOUNG_MS = Math.min(1_000, options.heartbeatMs / 5);
let state: 'live' | 'draining' = 'live';
let isYoungIncluded = false;
let isReady = false;
let beating: Promise<void> | undefined;
let timer: NodeJS.Timeout | undefined;

const threadOffsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
/** The main thread's `performance.now()`. */
const nowMs = (): number => performance.now() + threadOffsetMs - options.clockOffsetMs;
const tell = (message: FromHeartbeatThread): void => port.postMessage(message);

const watchdog = new Watchdog({
  board,
  timeoutGraceMs: options.timeoutGraceMs,
  finish: new FinishStore(database),
  leases: leaseStore,
  heldLeases: () => held,
  followClock: () => followDatabaseClock(database),
  now: nowMs,
});

async function beat(): Promise<void> {
  const sentAtMs = nowMs();
  const youngMs = isYoungIncluded ? 0 : YOUNG_MS;
  isYoungIncluded = false;
  const due = [...held].filter((lease) => sentAtMs - lease.heldAtMs >= youngMs);
  const lost: number[] = [];
  const cancelled: number[] = [];
  for (let from = 0; from < due.length; from += BATCH) {
    const batch = due.slice(from, from + BATCH);
    const sent = batch.map((lease) => ({ ...lease, progressJson: progress.get(lease.index) ?? null }));
    const rows = new Map((await leaseStore.heartbeat(sent, options.leaseMs)).map((row) => [row.jobId, row]));
    for (const { index, jobId, progressJson } of sent) {
      const row = rows.get(jobId);
      if (!row) lost.push(index);
      else if (row.isCancelRequested) cancelled.push(index);
      if (progress.get(index) === progressJson) progress.delete(index);
    }
  }
  if (due.length > 0) board.lastBeatAtMs = sentAtMs;
  if (lost.length > 0 || cancelled.length > 0) tell({ kind: 'beaten', lost, cancelled });
  await workers.beat(options.workerId, {
    inFlight: held.size,
    state,
    eventLoopLagMs: Math.max(0, nowMs() - board.loopTickAtMs),
    rssBytes: process.memoryUsage.rss(),
  });
  // Without a lease to extend, only this says that leases could be extended.
  board.lastBeatAtMs = sentAtMs;
  if (isReady) return;
  isReady = true;
  tell({ kind: 'ready' });
}

/** One at a time; a call during a beat waits for that one. */
function beatOnce(): Promise<void> {
  beating ??= beat()
    .catch((error: unknown) =>
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => {
      beating = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => void beatOnce(), isYoungIncluded ? 0 : nextPauseMs());
    });
  return beating;
}

/** While heartbeats fail, try more often: the lease runs out. */
function nextPauseMs(): number {
  const isLate = nowMs() - board.lastBeatAtMs > 1.5 * options.heartbeatMs;
  return isLate ? Math.min(1_000, options.heartbeatMs) : options.heartbeatMs;
}

async function stop(): Promise<void> {
  clearTimeout(timer);
  clearInterval(watching);
  await beating;
  clearTimeout(timer);
  await database.close();
  tell({ kind: 'stopped' });
  port.close();
}

function drop(index: number): void {
  held.drop(index);
  if (progress.size > 0) progress.delete(index);
}

port.on('message', (message: ToHeartbeatThread) => {
  switch (message.kind) {
    case 'hold':
      held.hold(message.firstIndex, message.keys, nowMs());
      break;
    case 'drop':
      for (const index of message.indexes) drop(index);
      break;
    case 'progress':
      if (held.has(message.index)) progress.set(message.index, message.json);
      break;
    case 'state':
      state = message.state;
      break;
    case 'beat':
      isYoungIncluded = true;
      void beatOnce();
      break;
    case 'stop':
      void stop();
      break;
  }
});

const watching = setInterval(() => void watchdog.watch(), WATCH_EVERY_MS);
void beatOnce();
