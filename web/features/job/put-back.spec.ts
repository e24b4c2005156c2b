import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { isPutBack, putBacksOf } from './put-back';

const at = (second: number): string => new Date(Date.parse('2026-11-29T12:00:00Z') + second * 1_000).toISOString();
const job = (changes: Partial<JobResponse> = {}): JobResponse =>
  ({ status: 'scheduled', runAt: at(20), ...changes }) as JobResponse;
const given = (seq: number, second: number, changes: Partial<JobExecutionResponse> = {}): JobExecutionResponse =>
  ({
    executionSeq: seq,
    outcome: 'released',
    dueAt: at(second),
    startedAt: null,
    finishedAt: at(second),
    ...changes,
  }) as JobExecutionResponse;

describe('a job whose handler no worker knows', () => {
  it('was given back unstarted, and for later', () => {
    expect([...putBacksOf(job(), [given(1, 0), given(2, 5), given(3, 15)])]).toEqual([1, 2, 3]);
  });

  it('is not one whose worker stopped: that goes back at once', () => {
    expect([...putBacksOf(job({ runAt: at(0) }), [given(1, 0)])]).toEqual([]);
    expect([...putBacksOf(job(), [given(1, 0), given(2, 5, { dueAt: at(0) })])]).toEqual([2]);
  });

  it('is not one that had been started', () => {
    expect([...putBacksOf(job(), [given(1, 0, { startedAt: at(0) })])]).toEqual([]);
  });

  it('stays put back while a worker looks at it, and not once one runs it', () => {
    const looked = given(2, 5, { outcome: null, finishedAt: null });
    expect(isPutBack(job({ status: 'claimed', runAt: null }), [given(1, 0), looked])).toBe(true);
    expect(isPutBack(job({ status: 'running', runAt: null }), [given(1, 0), looked])).toBe(false);
    expect(isPutBack(job({ status: 'cancelled' }), [given(1, 0)])).toBe(false);
  });
});
