import { demoHistory } from './demo-history.js';
import { DEMO_QUEUES } from './demo-queues.js';

const now = new Date('2026-01-02T03:04:05Z');
const queueIds = { emails: 'e', reports: 'r', webhooks: 'w' };
const stories = demoHistory(queueIds, now);
const queueOf = (queueId: string) =>
  Object.values(DEMO_QUEUES)[Object.values(queueIds).indexOf(queueId)] as (typeof DEMO_QUEUES)['emails'];

describe('the history of the demo', () => {
  it('is the same on every run, but for the ids', () => {
    const withoutIds = (list: typeof stories) =>
      list.map(({ id: _id, letter, ...story }) => ({ ...story, reason: letter?.reason }));
    expect(withoutIds(demoHistory(queueIds, now))).toEqual(withoutIds(stories));
  });

  it('has every kind of life: smooth, retried, recovered from a lost worker, dead', () => {
    expect(stories.some(({ attempts }) => attempts.length === 1)).toBe(true);
    expect(stories.some(({ attempts, letter }) => attempts.length > 1 && !letter)).toBe(true);
    expect(stories.some(({ attempts }) => attempts.some(({ isRefunded }) => isRefunded))).toBe(true);
    expect(new Set(stories.map(({ letter }) => letter?.reason))).toEqual(
      new Set([undefined, 'attempts_exhausted', 'not_retryable']),
    );
  });

  it('ends each job exactly once, with its last attempt, before now', () => {
    for (const { attempts, ageMs } of stories) {
      expect(attempts.map(({ finalStatus }) => finalStatus !== null)).toEqual(
        attempts.map((_, index) => index === attempts.length - 1),
      );
      expect(attempts.at(-1)?.finishedAfterMs).toBeLessThan(ageMs);
    }
  });

  it('never overlaps two attempts and never charges more than the queue allows', () => {
    for (const { attempts, queueId } of stories) {
      let freeAfterMs = 0;
      for (const attempt of attempts) {
        expect(attempt.claimedAfterMs).toBeGreaterThanOrEqual(freeAfterMs);
        expect(attempt.startedAfterMs).toBeGreaterThanOrEqual(attempt.claimedAfterMs);
        expect(attempt.finishedAfterMs).toBeGreaterThan(attempt.startedAfterMs);
        expect(attempt.attempt).toBeLessThanOrEqual(queueOf(queueId).maxAttempts);
        freeAfterMs = attempt.finishedAfterMs;
      }
    }
  });

  it('gives ids that sort by the time of making', () => {
    const ids = stories.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
  });
});
