import { type QueueStanding, type QueueVerdict, verdictOf } from './queue-verdict.js';

const IDLE: QueueStanding = {
  isPaused: false,
  maxConcurrency: null,
  queued: 0,
  scheduled: 0,
  inFlight: 0,
  oldestReadyAgeSeconds: null,
  liveWorkers: 1,
  freeSlots: 5,
  isOnlyUnoffered: false,
};
const WAITING = { ...IDLE, queued: 3, oldestReadyAgeSeconds: 5 };

describe('why a queue does not move', () => {
  it.each<[string, QueueStanding, QueueVerdict]>([
    ['it is empty', IDLE, 'nothing_to_do'],
    ['nothing is due yet', { ...IDLE, scheduled: 2 }, 'all_delayed'],
    ['it is paused, whatever else holds', { ...WAITING, isPaused: true, liveWorkers: 0 }, 'paused'],
    ['no live worker serves it', { ...WAITING, liveWorkers: 0, freeSlots: 0 }, 'no_worker'],
    ['what was in flight has lost its worker', { ...IDLE, inFlight: 1, liveWorkers: 0, freeSlots: 0 }, 'no_worker'],
    [
      'no worker offers the handler of what was put back',
      { ...IDLE, scheduled: 2, isOnlyUnoffered: true },
      'no_handler',
    ],
    ['no worker offers the handler of what waits', { ...WAITING, isOnlyUnoffered: true }, 'no_handler'],
    [
      'no live worker serves it, and so none offers the handler',
      { ...WAITING, liveWorkers: 0, isOnlyUnoffered: true },
      'no_worker',
    ],
    ['its limit is full', { ...WAITING, maxConcurrency: 2, inFlight: 2 }, 'limit_full'],
    ['every slot is taken', { ...WAITING, inFlight: 1, freeSlots: 0 }, 'workers_busy'],
    ['nobody takes what waits', { ...WAITING, oldestReadyAgeSeconds: 61 }, 'stalled'],
    ['it has just got its first jobs', WAITING, 'moving'],
    ['old jobs wait while others run', { ...WAITING, oldestReadyAgeSeconds: 600, inFlight: 1 }, 'moving'],
    ['the last of its jobs run, at its limit', { ...IDLE, inFlight: 2, maxConcurrency: 2 }, 'moving'],
  ])('%s', (_name, standing, verdict) => {
    expect(verdictOf(standing)).toBe(verdict);
  });
});
