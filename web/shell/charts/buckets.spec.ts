import type { ThroughputBucketResponse } from '@rota/client';
import { bucketsWithin, eventsWithin, failureRateOf, minutesBackTo, stepOf, totalsOf } from './buckets';

const AT = Date.parse('2026-11-29T12:00:00Z');
const MINUTE = 60_000;
const bucket = (minute: number, changes: Partial<ThroughputBucketResponse> = {}): ThroughputBucketResponse => ({
  at: new Date(AT + minute * MINUTE).toISOString(),
  completed: 0,
  failed: 0,
  timedOut: 0,
  cancelled: 0,
  released: 0,
  leaseExpired: 0,
  deadLettered: 0,
  p95WaitMs: null,
  p95RunMs: null,
  ...changes,
});

describe('bars of a chart', () => {
  it('count an attempt after which the job was dead once, whether it failed or timed out', () => {
    const counts = bucket(0, { completed: 5, failed: 3, timedOut: 2, deadLettered: 4 });
    const [bar] = bucketsWithin([counts], { from: AT, to: AT + MINUTE }, 1);
    expect(bar).toMatchObject({ completed: 5, failed: 0, timedOut: 1, deadLettered: 4 });
  });

  it('leave out what lies outside of the span', () => {
    const bars = bucketsWithin([bucket(-5), bucket(0), bucket(5), bucket(10)], { from: AT, to: AT + 10 * MINUTE }, 5);
    expect(bars.map(({ at }) => (at - AT) / MINUTE)).toEqual([0, 5]);
  });

  it('begin with the bar in which the span begins', () => {
    const bars = bucketsWithin([bucket(0), bucket(5)], { from: AT + 2 * MINUTE, to: AT + 10 * MINUTE }, 5);
    expect(bars).toHaveLength(2);
  });

  it.each([
    [60, 1],
    [360, 5],
    [1_440, 15],
  ])('of %p minutes are %p minutes wide', (minutes, step) => {
    expect(stepOf({ from: AT, to: AT + minutes * MINUTE })).toBe(step);
  });

  it('are asked for from five minutes to a day back', () => {
    expect([1, 90, 9_000].map((back) => minutesBackTo({ from: AT - back * MINUTE, to: AT }, AT))).toEqual([
      5, 90, 1_440,
    ]);
  });

  it('carry events: each in its bar, none over another, none from outside of the span', () => {
    const bars = Array.from({ length: 12 }, (_, bar) => 5 * bar).map((minute) => ({ at: AT + minute * MINUTE }));
    const events = [70, 16, 7, 0, -1].map((minute) => ({ at: AT + minute * MINUTE, label: String(minute) }));
    const found = eventsWithin(events, bars, 5).map(({ label, bucketAt }) => [label, (bucketAt - AT) / MINUTE]);
    expect(found).toEqual([
      ['0', 0],
      ['16', 15],
    ]);
  });

  it('have no failure rate where nothing ended', () => {
    expect(failureRateOf(totalsOf([]))).toBeUndefined();
    expect(failureRateOf({ completed: 9, failed: 1, timedOut: 0, deadLettered: 0 })).toBe(0.1);
  });
});
