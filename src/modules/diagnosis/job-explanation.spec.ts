import { explain } from './job-explanation.js';
import type { JobStanding } from './job-standing.read-model.js';

const READY: JobStanding = {
  jobId: '01900000-0000-7000-8000-000000000000',
  handler: 'noop',
  queue: 'emails',
  status: 'queued',
  attempt: 0,
  maxAttempts: 5,
  isProjectDeleted: false,
  isQueueDeleted: false,
  isPaused: false,
  pausedReason: null,
  maxConcurrency: null,
  inFlightOfQueue: 0,
  dueInSeconds: -1,
  leaseLeftSeconds: null,
  runningSeconds: null,
  timeoutMs: 300_000,
  leaseLosses: 0,
  isCancelRequested: false,
  worker: null,
  ahead: 0,
  liveWorkers: 1,
  servingWorkers: 1,
  ableWorkers: 1,
  freeSlots: 3,
  lastOutcome: null,
  lastError: null,
  deadLetterReason: null,
  isDeadLetterOpen: null,
};
const codes = (job: Partial<JobStanding>): string[] => explain({ ...READY, ...job }).map(({ code }) => code);

describe('why a job does not run', () => {
  it('a ready job with nothing in its way is next', () => {
    expect(codes({})).toEqual(['IS_NEXT']);
  });

  it('everything that stands in its way is named, what must be removed first in front', () => {
    expect(
      codes({ isPaused: true, ableWorkers: 0, servingWorkers: 0, liveWorkers: 0, freeSlots: 0, ahead: 7 }),
    ).toEqual(['QUEUE_PAUSED', 'NO_WORKER', 'BEHIND_OTHERS']);
    expect(codes({ maxConcurrency: 2, inFlightOfQueue: 2, freeSlots: 0 })).toEqual(['LIMIT_FULL', 'WORKERS_BUSY']);
  });

  it('no worker, none for the queue and none for the handler are three things', () => {
    expect(codes({ liveWorkers: 0, servingWorkers: 0, ableWorkers: 0 })[0]).toBe('NO_WORKER');
    expect(codes({ liveWorkers: 2, servingWorkers: 0, ableWorkers: 0 })[0]).toBe('NOT_SERVED');
    expect(codes({ liveWorkers: 2, servingWorkers: 2, ableWorkers: 0 })[0]).toBe('HANDLER_UNKNOWN');
  });

  it('a delay, a backoff and an absent scheduler are told apart', () => {
    expect(codes({ status: 'scheduled', dueInSeconds: 30 })).toEqual(['DELAYED']);
    expect(
      codes({ status: 'scheduled', dueInSeconds: 30, attempt: 2, lastError: 'refused', lastOutcome: 'failed' }),
    ).toEqual(['BACKING_OFF', 'LAST_ERROR']);
    expect(codes({ status: 'scheduled', dueInSeconds: -90 })).toEqual(['OVERDUE']);
  });

  it('a job that workers put back because none offers its handler is not called delayed', () => {
    const putBack = { status: 'scheduled', dueInSeconds: 4, ableWorkers: 0, freeSlots: 0, lastOutcome: 'released' };
    expect(codes(putBack)).toEqual(['HANDLER_UNKNOWN']);
    expect(codes({ ...putBack, dueInSeconds: 3_600 })).toEqual(['DELAYED', 'HANDLER_UNKNOWN']);
    expect(codes({ ...putBack, isPaused: true })).toEqual(['QUEUE_PAUSED', 'HANDLER_UNKNOWN']);
    const texts = (job: Partial<JobStanding>) => explain({ ...READY, ...putBack, ...job }).map(({ text }) => text);
    expect(texts({ handler: 'greet' })).toEqual([expect.stringContaining('see HANDLER_MODULES')]);
    expect(texts({ handler: 'send_email' })).toEqual([expect.stringContaining('see SMTP_URL')]);
  });

  it('a job in work says for how long, and a lost one that its lease is over', () => {
    const inWork = { status: 'running', runningSeconds: 12, leaseLeftSeconds: 20, worker: 'host (live)', attempt: 1 };
    expect(codes(inWork)).toEqual(['IN_WORK']);
    expect(codes({ ...inWork, leaseLeftSeconds: -40, leaseLosses: 1 })).toEqual(['LEASE_OVER', 'IN_WORK', 'SUSPECT']);
    expect(codes({ ...inWork, isCancelRequested: true })).toEqual(['CANCEL_REQUESTED', 'IN_WORK']);
  });

  it('one is not several, and sentences are whole', () => {
    const text = (job: Partial<JobStanding>): string => explain({ ...READY, ...job })[0]?.text ?? '';
    expect(text({ status: 'dead_letter', attempt: 1, deadLetterReason: 'not_retryable' })).toContain(
      'after 1 attempt (',
    );
    expect(text({ ahead: 1 })).toBe('one job of its queue is given away before it');
    expect(text({ freeSlots: 0 })).toBe('the one worker that could run it has no free slot');
    expect(text({ servingWorkers: 0, ableWorkers: 0 })).toContain('the one live worker does not serve');
    expect(text({ status: 'scheduled', dueInSeconds: 30, attempt: 1 })).toBe(
      'it waits for its next attempt (1 of 5 made), which is due in 30 s',
    );
  });

  it('every end and every status has words', () => {
    expect(codes({ status: 'dead_letter', deadLetterReason: 'worker_lost', isDeadLetterOpen: true })).toEqual([
      'DEAD_LETTER',
    ]);
    expect(codes({ status: 'completed' })).toEqual(['COMPLETED']);
    expect(codes({ status: 'cancelled' })).toEqual(['CANCELLED']);
    expect(codes({ status: null })).toEqual(['NO_STATE']);
    for (const status of ['queued', 'scheduled', 'claimed', 'running']) expect(codes({ status })).not.toEqual([]);
  });
});
