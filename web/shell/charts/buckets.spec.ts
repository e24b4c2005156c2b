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

  it('carry what is written about an event behind its line, and before it where the chart ends', () => {
    const bars = Array.from({ length: 60 }, (_, minute) => ({ at: AT + minute * MINUTE }));
    const sidesOf = (...minutes: number[]): [number, boolean][] =>
      eventsWithin(
        minutes.map((minute) => ({ at: AT + minute * MINUTE })),
        bars,
        1,
      ).map(({ bucketAt, isLate }) => [(bucketAt - AT) / MINUTE, isLate]);
    expect(sidesOf(0, 50)).toEqual([
      [0, false],
      [50, false],
    ]);
    expect(sidesOf(35, 57)).toEqual([
      [35, false],
      [57, true],
    ]);
    // Between these two there is room for the words of one.
    expect(sidesOf(45, 57)).toEqual([[45, false]]);
    expect(sidesOf(55, 59)).toEqual([[55, true]]);
  });

  it('have no failure rate where nothing ended', () => {
    expect(failureRateOf(totalsOf([]))).toBeUndefined();
    expect(failureRateOf({ completed: 9, failed: 1, timedOut: 0, deadLettered: 0 })).toBe(0.1);
  });
});
