import { assert, constantFrom, integer, property } from 'fast-check';
import { slotsOf } from './schedule-timing.js';
import type { MissedPolicy, ScheduleTiming } from './schedule.js';
import { planSlots, type SlotPlan } from './slot-plan.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOW = new Date('2026-06-01T12:00:30Z');

function timing(rest: Partial<ScheduleTiming> = {}): ScheduleTiming {
  return {
    kind: 'cron',
    cron: '* * * * *',
    intervalMs: null,
    onceAt: null,
    timeZone: 'UTC',
    startAt: null,
    endAt: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...rest,
  };
}

function plan(
  firstMsAgo: number,
  rest: { policy?: MissedPolicy; cap?: number; maxDue?: number; timing?: Partial<ScheduleTiming> } = {},
): SlotPlan {
  return planSlots({
    firstSlotAt: new Date(Math.floor((NOW.getTime() - firstMsAgo) / MINUTE) * MINUTE),
    next: slotsOf(timing(rest.timing)),
    now: NOW,
    missedPolicy: rest.policy ?? 'skip',
    missedCap: rest.cap ?? 100,
    missedAfterMs: 45 * SECOND,
    maxDue: rest.maxDue ?? 1_000,
  });
}

describe('plan of due slots', () => {
  it('a slot on time fires, whatever the policy', () => {
    for (const policy of ['skip', 'all', 'none'] as const) {
      expect(plan(0, { policy })).toEqual({
        due: [new Date('2026-06-01T12:00:00Z')],
        isCatchingUp: false,
        skipped: null,
        nextSlotAt: new Date('2026-06-01T12:01:00Z'),
      });
    }
  });

  it('every slot up to now is accounted for once, whatever the policy, the cap and the bound', () => {
    assert(
      property(
        integer({ min: 0, max: 3_000 }),
        constantFrom<MissedPolicy>('skip', 'all', 'none'),
        integer({ min: 1, max: 500 }),
        integer({ min: 1, max: 50 }),
        (minutesAgo, policy, cap, maxDue) => {
          const seen: number[] = [];
          let from = minutesAgo * MINUTE;
          for (;;) {
            const { due, skipped, nextSlotAt } = plan(from, { policy, cap, maxDue });
            if (skipped) {
              expect(skipped.count).toBe((skipped.last.getTime() - skipped.first.getTime()) / MINUTE + 1);
              for (let at = skipped.first.getTime(); at <= skipped.last.getTime(); at += MINUTE) seen.push(at);
            }
            seen.push(...due.map((slot) => slot.getTime()));
            if (nextSlotAt === null || nextSlotAt > NOW) break;
            from = NOW.getTime() - nextSlotAt.getTime();
          }
          const first = Math.floor((NOW.getTime() - minutesAgo * MINUTE) / MINUTE) * MINUTE;
          const all = Array.from({ length: minutesAgo + 1 }, (_, index) => first + index * MINUTE);
          expect(seen).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the slots of an end that has passed are the last ones', () => {
    const ended = plan(10 * MINUTE, { policy: 'all', timing: { endAt: new Date(NOW.getTime() - 5 * MINUTE) } });
    expect(ended.nextSlotAt).toBeNull();
    expect(ended.due.at(-1)).toEqual(new Date('2026-06-01T11:55:00Z'));
  });

  it('a stretch too long to count ends with its newest slot, and says that the count is a lower bound', () => {
    const { due, skipped, nextSlotAt } = plan(0, {});
    expect([due.length, skipped, nextSlotAt]).toEqual([1, null, new Date('2026-06-01T12:01:00Z')]);
    const year = plan(365 * 86_400 * SECOND);
    expect(year.due).toEqual([new Date('2026-06-01T12:00:00Z')]);
    expect(year.skipped).toMatchObject({ last: new Date('2026-06-01T11:59:00Z'), isCountExact: false });
    expect(year.skipped?.count).toBeGreaterThan(10_000);
    expect(year.nextSlotAt).toEqual(new Date('2026-06-01T12:01:00Z'));
  });
});

describe('slots of a schedule', () => {
  const next = (rest: Partial<ScheduleTiming>, after: string) =>
    slotsOf(timing(rest))(new Date(after))?.toISOString() ?? null;

  it('start and end are slots themselves', () => {
    const bounds = { startAt: new Date('2026-03-01T00:00:00Z'), endAt: new Date('2026-03-01T00:01:00Z') };
    expect(next(bounds, '2026-01-01T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z');
    expect(next(bounds, '2026-03-01T00:00:00Z')).toBe('2026-03-01T00:01:00.000Z');
    expect(next(bounds, '2026-03-01T00:01:00Z')).toBeNull();
  });

  it('an interval is elapsed time: two hours stay two hours over a change of the clock', () => {
    const startAt = new Date('2026-03-08T05:30:00Z');
    const interval = {
      kind: 'interval',
      cron: null,
      intervalMs: 7_200_000,
      startAt,
      timeZone: 'America/New_York',
    } as const;
    expect(next(interval, '2026-03-08T05:30:00Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(next(interval, '2026-03-08T07:30:00Z')).toBe('2026-03-08T09:30:00.000Z');
  });

  it('a one-off comes once', () => {
    const once = { kind: 'once', cron: null, onceAt: new Date('2026-05-01T00:00:00Z') } as const;
    expect(next(once, '2026-04-01T00:00:00Z')).toBe('2026-05-01T00:00:00.000Z');
    expect(next(once, '2026-05-01T00:00:00Z')).toBeNull();
  });
});
