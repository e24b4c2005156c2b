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

  it('reaches up to now: its last hour is the busiest, and no minute of it is more than a few without work', () => {
    const ages = stories.map(({ ageMs }) => ageMs / 60_000);
    const inHour = (hour: number): number => ages.filter((age) => age >= hour * 60 && age < (hour + 1) * 60).length;
    expect(Math.max(...Array.from({ length: 24 }, (_, hour) => inHour(hour)))).toBe(inHour(0));
    const last = [...ages.filter((age) => age < 60), 60, 0].toSorted((one, other) => one - other);
    expect(Math.max(...last.slice(1).map((age, index) => age - (last[index] ?? 0)))).toBeLessThan(5);
  });

  it('ends each job exactly once, with its last attempt, before now', () => {
    for (const { attempts, ageMs } of stories) {
      expect(attempts.map(({ finalStatus }) => finalStatus !== null)).toEqual(
        attempts.map((_, index) => index === attempts.length - 1),
      );
      expect(attempts.at(-1)?.finishedAfterMs).toBeLessThan(ageMs);
    }
  });

  it('runs nothing past the timeout of its queue; a lost attempt is missed when its lease is over', () => {
    for (const { attempts, queueId } of stories)
      for (const { outcome, startedAfterMs, finishedAfterMs } of attempts)
        if (outcome !== 'lease_expired')
          expect(finishedAfterMs - startedAfterMs).toBeLessThan(queueOf(queueId).timeoutMs);
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
