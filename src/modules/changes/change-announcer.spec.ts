import { jest } from '@jest/globals';
import { type Notifier } from '../../platform/database/index.js';
import { ChangeAnnouncer, CHANGED_CHANNEL, parseChange } from './change-announcer.js';

const recorded = () => {
  const sent: string[] = [];
  const notify = (channel: string, payload: string) => {
    expect(channel).toBe(CHANGED_CHANNEL);
    sent.push(payload);
  };
  return { sent, notifier: { notify } as unknown as Notifier };
};

describe('changes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('the first leaves at once, the others of its second together at the end of it', () => {
    const { sent, notifier } = recorded();
    const announcer = ChangeAnnouncer.of(notifier);
    announcer.changed('p', 'jobs');
    jest.advanceTimersByTime(1);
    expect(sent).toEqual(['p jobs']);
    for (let n = 0; n < 1_000; n += 1) announcer.changed('p', n % 2 === 0 ? 'jobs' : 'dead-letters');
    announcer.changed('q', 'queues');
    jest.advanceTimersByTime(900);
    expect(sent).toEqual(['p jobs']);
    jest.advanceTimersByTime(200);
    expect(sent).toEqual(['p jobs', 'p jobs,dead-letters', 'q queues']);
    jest.advanceTimersByTime(5_000);
    expect(sent).toHaveLength(3);
  });

  it('a process has one announcer, so that parts of it do not double its hints', () => {
    const { notifier } = recorded();
    expect(ChangeAnnouncer.of(notifier)).toBe(ChangeAnnouncer.of(notifier));
  });

  it.each([
    ['p jobs,stats', { projectId: 'p', topics: ['jobs', 'stats'] }],
    ['* workers', { projectId: '*', topics: ['workers'] }],
    ['p jobs,news', { projectId: 'p', topics: ['jobs'] }],
    ['p news', undefined],
    ['p', undefined],
    ['', undefined],
    ['p jobs more', undefined],
  ])('reads %j', (payload, change) => {
    expect(parseChange(payload)).toEqual(change);
  });
});
