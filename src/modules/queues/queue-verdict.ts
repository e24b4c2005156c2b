/**
 * Why a queue does not move, or that it does:
 * - `paused`: nothing is given away until it is resumed
 * - `no_worker`: jobs are due or in flight, and no live worker serves the queue
 * - `no_handler`: no live worker that serves it offers the handler of what waits, which is put back each time, and nothing runs
 * - `limit_full`: as many jobs as its concurrency limit allows are in flight, and more wait
 * - `workers_busy`: jobs wait, and the workers that serve it have no free slot
 * - `stalled`: jobs have waited for a minute beside free slots, and none is in flight
 * - `all_delayed`: nothing is due yet
 * - `nothing_to_do`: it is empty
 * - `moving`
 */
export const QUEUE_VERDICTS = [
  'paused',
  'no_worker',
  'no_handler',
  'limit_full',
  'workers_busy',
  'stalled',
  'all_delayed',
  'nothing_to_do',
  'moving',
] as const;
export type QueueVerdict = (typeof QUEUE_VERDICTS)[number];

const STALLED_AFTER_SECONDS = 60;

export interface QueueStanding {
  readonly isPaused: boolean;
  readonly maxConcurrency: number | null;
  readonly queued: number;
  readonly scheduled: number;
  readonly inFlight: number;
  readonly oldestReadyAgeSeconds: number | null;
  readonly liveWorkers: number;
  readonly freeSlots: number;
  /** Jobs wait whose handler no live worker offers; none with another handler is ready, and none runs. */
  readonly isOnlyUnoffered: boolean;
}

/** The first reason that holds, the one that must be removed first. */
export function verdictOf(queue: QueueStanding): QueueVerdict {
  if (queue.isPaused) return 'paused';
  if (queue.isOnlyUnoffered && queue.liveWorkers > 0) return 'no_handler';
  if (queue.queued === 0 && queue.inFlight === 0) return queue.scheduled > 0 ? 'all_delayed' : 'nothing_to_do';
  if (queue.liveWorkers === 0) return 'no_worker';
  if (queue.queued === 0) return 'moving';
  if (queue.maxConcurrency !== null && queue.inFlight >= queue.maxConcurrency) return 'limit_full';
  if (queue.freeSlots === 0) return 'workers_busy';
  const isStalled = queue.inFlight === 0 && (queue.oldestReadyAgeSeconds ?? 0) > STALLED_AFTER_SECONDS;
  return isStalled ? 'stalled' : 'moving';
}
