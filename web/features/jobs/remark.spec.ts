import type { JobSummaryResponse, QueueStatsResponse } from '@rota/client';
import { remarkOf } from './remark';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const job = (changes: Partial<JobSummaryResponse> = {}): JobSummaryResponse =>
  ({
    status: 'queued',
    queue: 'emails',
    handler: 'greet',
    attempt: 0,
    priority: 0,
    runAt: null,
    labels: null,
    scheduleId: null,
    replayOf: null,
    cancelRequestedAt: null,
    ...changes,
  }) as JobSummaryResponse;
const stats = (changes: Partial<QueueStatsResponse>): QueueStatsResponse =>
  ({ missingHandlers: [], slots: 8, queued: { count: 3, isCapped: false }, ...changes }) as QueueStatsResponse;
const remark = (changes: Partial<JobSummaryResponse>, standing?: QueueStatsResponse) =>
  remarkOf(job(changes), standing, NOW);

describe('what a list says of a job that waits', () => {
  it.each([
    ['paused', 'emails is paused'],
    ['no_worker', 'no live worker takes jobs of emails'],
    ['workers_busy', 'waits for one of 8 slots'],
    ['moving', 'waits for its turn: 3 due in emails, higher priorities first'],
  ] as const)('is the verdict of its queue: %s', (whyNotMoving, words) => {
    expect(remark({}, stats({ whyNotMoving }))).toBe(words);
  });

  it('is no cause that nobody knows', () => {
    expect(remark({})).toBe('due');
  });

  it('names a missing handler in a queue that moves otherwise', () => {
    const standing = stats({ whyNotMoving: 'moving', missingHandlers: ['greet'] });
    expect(remark({}, standing)).toBe('no live worker of emails knows greet');
    expect(remark({ handler: 'noop' }, standing)).toContain('waits for its turn');
  });

  it('does not take a job that was put back for one that its maker delayed', () => {
    const standing = stats({ whyNotMoving: 'no_handler', missingHandlers: ['greet'] });
    const inSeconds = (count: number) => new Date(NOW + count * 1_000).toISOString();
    expect(remark({ status: 'scheduled', runAt: inSeconds(5) }, standing)).toBe(
      'put back: no worker here knows this handler',
    );
    expect(remark({ status: 'scheduled', runAt: inSeconds(3_600) }, standing)).toBe(
      'due later, asked for by its maker',
    );
  });
});
