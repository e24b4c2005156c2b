import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { timelineOf } from './timeline';

const at = (second: number): string => new Date(Date.parse('2026-11-29T12:00:00Z') + second * 1_000).toISOString();

const job = (changes: Partial<JobResponse> = {}): JobResponse =>
  ({
    createdAt: at(0),
    status: 'completed',
    attempt: 1,
    priority: 0,
    cancelRequestedAt: null,
    ...changes,
  }) as JobResponse;

const execution = (changes: Partial<JobExecutionResponse> = {}): JobExecutionResponse =>
  ({
    executionSeq: 1,
    attempt: 1,
    dueAt: at(0),
    claimedAt: at(2),
    startedAt: at(2),
    finishedAt: at(3),
    outcome: 'completed',
    finalStatus: 'completed',
    attemptRefunded: false,
    error: null,
    workerId: null,
    ...changes,
  }) as JobExecutionResponse;

const waits = (...args: Parameters<typeof timelineOf>) =>
  timelineOf(...args).flatMap(({ title, wait }) => (wait === undefined ? [] : [`${title}: ${wait}`]));

describe('the timeline of a job', () => {
  it('tells newest first', () => {
    expect(timelineOf(job(), [execution()]).map(({ title }) => title)).toEqual([
      'Attempt 1 completed',
      'Attempt 1 started',
      'Enqueued',
    ]);
  });

  it('parts a wait into what was asked for and what a slot took', () => {
    expect(waits(job(), [execution({ dueAt: at(60), claimedAt: at(64), startedAt: at(64) })])).toContain(
      'Attempt 1 started: waited 1 m 00 s: due later, then 4.00 s to be taken',
    );
  });

  it('calls a wait between attempts backoff', () => {
    const failed = execution({ outcome: 'failed', finalStatus: null });
    const second = execution({ executionSeq: 2, attempt: 2, dueAt: at(33), claimedAt: at(33), startedAt: at(33) });
    expect(waits(job(), [failed, second])).toContain('Attempt 2 started: waited 30.0 s: backoff');
  });

  it('says of a lost lease that the attempt was given back', () => {
    const lost = execution({ outcome: 'lease_expired', attemptRefunded: true, finalStatus: null });
    expect(timelineOf(job({ status: 'queued' }), [lost]).find(({ title }) => title === 'Lease lost')?.text).toBe(
      'its worker sent no heartbeat; attempt refunded',
    );
  });

  it('explains what a queued job waits for', () => {
    const [ahead] = timelineOf(job({ status: 'queued', attempt: 0 }), [], 'limit of reports full: 16 run');
    expect(ahead).toMatchObject({ title: 'Waits for a worker', text: 'limit of reports full: 16 run', isAhead: true });
  });

  const putBack = (seq: number, second: number) =>
    execution({
      executionSeq: seq,
      dueAt: at(second),
      claimedAt: at(second),
      startedAt: null,
      finishedAt: at(second),
      outcome: 'released',
      finalStatus: null,
      attemptRefunded: true,
    });

  it('says that no worker knew the handler, in one entry for all in a row', () => {
    const waiting = job({ status: 'scheduled', attempt: 0, runAt: at(20), handler: 'greet' });
    const [ahead, ...past] = timelineOf(waiting, [putBack(1, 0), putBack(2, 5), putBack(3, 10)]);
    expect(ahead).toMatchObject({ title: 'Offered to the workers again', wait: 'waits 10.0 s: put back' });
    expect(past).toMatchObject([
      { title: 'No worker here knows this handler', text: 'put back 3 times, refunded each time', wait: 'over 10.0 s' },
      { title: 'Enqueued' },
    ]);
    expect(timelineOf(waiting, [putBack(1, 0)])[1]).toMatchObject({ text: 'put back, refunded', wait: undefined });
  });

  it('calls a wait after that neither delay nor backoff', () => {
    const ran = execution({ executionSeq: 2, dueAt: at(5), claimedAt: at(5), startedAt: at(5), finishedAt: at(6) });
    expect(waits(job({ runAt: null }), [putBack(1, 0), ran])).toContain('Attempt 1 started: waited 5.00 s: put back');
  });

  it('blames the worker of a release only for what it did', () => {
    const drained = { ...putBack(1, 2), startedAt: at(1) };
    const unstarted = { ...putBack(1, 2), claimedAt: at(1) };
    const text = (given: JobExecutionResponse) =>
      timelineOf(job({ status: 'queued', runAt: at(2) }), [given]).find(({ title }) => title === 'Given back')?.text;
    expect(text(drained)).toBe('its worker stopped before the end; attempt refunded');
    expect(text(unstarted)).toBe('never started: its worker stopped or had no free slot; attempt refunded');
  });
});
