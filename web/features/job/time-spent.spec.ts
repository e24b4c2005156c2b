import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { timeSpentOf } from './time-spent';

const START = Date.parse('2026-11-29T12:00:00Z');
const at = (second: number): string => new Date(START + second * 1_000).toISOString();
const NOW = START + 100_000;

const job = (changes: Partial<JobResponse> = {}): JobResponse =>
  ({ createdAt: at(0), status: 'completed', runAt: null, ...changes }) as JobResponse;
const attempt = (due: number, begun: number | null, ended: number | null, finalStatus: string | null = null) =>
  ({
    dueAt: at(due),
    claimedAt: begun === null ? null : at(begun),
    startedAt: begun === null ? null : at(begun),
    finishedAt: ended === null ? null : at(ended),
    finalStatus,
  }) as JobExecutionResponse;
const seconds = (...args: Parameters<typeof timeSpentOf>) =>
  Object.fromEntries(
    Object.entries(timeSpentOf(...args))
      .filter(([, ms]) => ms > 0)
      .map(([name, ms]) => [name, ms / 1_000]),
  );

describe('where the time of a job went', () => {
  it('before the first attempt: until it was due, then for a slot', () => {
    expect(seconds(job(), [attempt(5, 7, 17, 'completed')], NOW)).toEqual({ delayed: 5, slot: 2, ran: 10 });
  });

  it('between attempts it backs off', () => {
    const attempts = [attempt(0, 0, 10), attempt(40, 41, 50, 'completed')];
    expect(seconds(job(), attempts, NOW)).toEqual({ backoff: 30, slot: 1, ran: 19 });
  });

  it('an attempt that was begun before it was due, retried at once by hand, has no negative part', () => {
    expect(seconds(job(), [attempt(0, 0, 10), attempt(60, 20, 30, 'completed')], NOW)).toEqual({
      backoff: 10,
      ran: 20,
    });
  });

  it('a replay: what lay between was death', () => {
    const attempts = [attempt(0, 0, 10, 'dead_letter'), attempt(50, 50, 60, 'completed')];
    expect(seconds(job(), attempts, NOW)).toEqual({ dead: 40, ran: 20 });
  });

  it('is counted up to now while it runs, waits, or is delayed', () => {
    expect(seconds(job({ status: 'running' }), [attempt(0, 10, null)], NOW)).toEqual({ slot: 10, ran: 90 });
    expect(seconds(job({ status: 'queued', runAt: at(0) }), [], NOW)).toEqual({ slot: 100 });
    expect(seconds(job({ status: 'scheduled', runAt: at(400) }), [], NOW)).toEqual({ delayed: 100 });
  });

  it('cancelled before an attempt: it only waited', () => {
    expect(seconds(job({ status: 'cancelled' }), [attempt(30, null, 20, 'cancelled')], NOW)).toEqual({ delayed: 20 });
  });

  it('put back by workers that do not know the handler: neither delay, backoff nor running', () => {
    const putBack = { ...attempt(0, 1, 2), executionSeq: 1, outcome: 'released', startedAt: null };
    const ran = { ...attempt(12, 12, 20, 'completed'), executionSeq: 2 };
    expect(seconds(job(), [putBack as JobExecutionResponse, ran], NOW)).toEqual({ slot: 1, unknown: 11, ran: 8 });
  });
});
