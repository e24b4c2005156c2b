import { waitMs } from './wait-time.js';

const wait = (runAt: string, now: string): number => waitMs({ runAt, queue: { nowMs: Date.parse(now) } });

describe('the wait of a job', () => {
  it.each([
    ['2026-03-01 10:00:00+00', '2026-03-01T10:00:00.25+00:00', 250],
    ['2026-03-01 10:00:59.75+00', '2026-03-01T10:01:00+00:00', 250],
    ['2025-12-31 23:59:59.999+00', '2026-01-01T00:00:00+00:00', 1],
    ['2026-03-01 10:00:00.123456+00', '2026-03-01T11:00:00.123456+00:00', 3_600_000],
  ])('from %s to %s is %d ms', (runAt, now, expected) => {
    expect(wait(runAt, now)).toBeCloseTo(expected, 0);
    // The same again, and once more after another minute: what is remembered does no harm.
    expect(wait(runAt, now)).toBeCloseTo(expected, 0);
    wait('2020-01-01 00:00:01+00', '2020-01-01T00:00:02+00:00');
    expect(wait(runAt, now)).toBeCloseTo(expected, 0);
  });

  it('is never negative', () => {
    expect(wait('2026-03-01 10:00:05+00', '2026-03-01T10:00:00+00:00')).toBe(0);
  });
});
