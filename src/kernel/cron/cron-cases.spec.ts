import { readFileSync, readdirSync } from 'node:fs';
import { cronCanFire, nextCronInstant, parseCron } from './index.js';

/** The next instants after `from`, as ISO text without the idle `:00.000` at the end; `null` ends the list. */
function runs(expression: string, zone: string, from: string, count = 3): (string | null)[] {
  const expr = parseCron(expression);
  const found: (string | null)[] = [];
  let at: Date | null = new Date(from);
  while (at !== null && found.length < count) {
    at = nextCronInstant(expr, zone, at);
    found.push(at === null ? null : at.toISOString().replace(/(:00)?\.000Z$/, 'Z'));
  }
  return found;
}

type Row = [id: string, expression: string, zone: string, from: string, expected: string[]];

const NEW_YORK = 'America/New_York';
const LORD_HOWE = 'Australia/Lord_Howe';

describe('cron: the binding instants', () => {
  const rows: Row[] = [
    [
      'C01',
      '30 2 * * *',
      NEW_YORK,
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z', '2026-03-10T06:30Z'],
    ],
    [
      'C03',
      '*/15 2 * * *',
      NEW_YORK,
      '2026-03-07T12:00Z',
      ['2026-03-09T06:00Z', '2026-03-09T06:15Z', '2026-03-09T06:30Z'],
    ],
    [
      'C05',
      '30 1 * * *',
      NEW_YORK,
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z', '2026-11-03T06:30Z'],
    ],
    [
      'C06',
      '30 * * * *',
      NEW_YORK,
      '2026-11-01T04:45Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-01T07:30Z'],
    ],
    [
      'C08',
      '0 */2 * * *',
      NEW_YORK,
      '2026-11-01T03:30Z',
      ['2026-11-01T04:00Z', '2026-11-01T07:00Z', '2026-11-01T09:00Z'],
    ],
    [
      'C09',
      '0 9 * * 1-5',
      NEW_YORK,
      '2026-03-06T15:00Z',
      ['2026-03-09T13:00Z', '2026-03-10T13:00Z', '2026-03-11T13:00Z'],
    ],
    [
      'C10',
      '30 1 * * *',
      'Europe/London',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z', '2026-03-31T00:30Z'],
    ],
    [
      'C13',
      '15 2 * * *',
      LORD_HOWE,
      '2026-10-02T20:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z', '2026-10-05T15:15Z'],
    ],
    [
      'C15',
      '45 1 * * *',
      LORD_HOWE,
      '2026-04-03T20:00Z',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z', '2026-04-06T15:15Z'],
    ],
    [
      'C17',
      '*/30 * * * *',
      LORD_HOWE,
      '2026-04-04T14:00Z',
      ['2026-04-04T14:30Z', '2026-04-04T15:00Z', '2026-04-04T15:30Z'],
    ],
    [
      'C18',
      '0 0 * * *',
      'Asia/Kathmandu',
      '2026-01-01T00:00Z',
      ['2026-01-01T18:15Z', '2026-01-02T18:15Z', '2026-01-03T18:15Z'],
    ],
    [
      'C20',
      '0 12 * * *',
      'Pacific/Apia',
      '2011-12-29T00:00Z',
      ['2011-12-29T22:00Z', '2011-12-30T22:00Z', '2011-12-31T22:00Z'],
    ],
    [
      'C22',
      '@daily',
      'America/Santiago',
      '2026-09-05T12:00Z',
      ['2026-09-06T04:00Z', '2026-09-07T03:00Z', '2026-09-08T03:00Z'],
    ],
    [
      'C24',
      '@daily',
      'Asia/Beirut',
      '2026-10-24T12:00Z',
      ['2026-10-24T22:00Z', '2026-10-25T22:00Z', '2026-10-26T22:00Z'],
    ],
    [
      'C26',
      '0 1 30 3 *',
      'Europe/Lisbon',
      '2024-11-15T00:00Z',
      ['2025-03-30T01:00Z', '2026-03-30T00:00Z', '2027-03-30T00:00Z'],
    ],
    [
      'C28',
      '@yearly',
      'Pacific/Kiritimati',
      '2026-06-01T00:00Z',
      ['2026-12-31T10:00Z', '2027-12-31T10:00Z', '2028-12-31T10:00Z'],
    ],
    ['C29', '0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
    ['C30', '0 0 29 2 1', 'UTC', '2026-01-01T00:00Z', ['2026-02-02T00:00Z', '2026-02-09T00:00Z', '2026-02-16T00:00Z']],
    ['C32', '0 0 L * *', 'UTC', '2028-01-31T00:00Z', ['2028-02-29T00:00Z', '2028-03-31T00:00Z', '2028-04-30T00:00Z']],
    ['C34', '0 9 * * 1#1', 'UTC', '2026-01-05T09:00Z', ['2026-02-02T09:00Z', '2026-03-02T09:00Z', '2026-04-06T09:00Z']],
    ['C36', '0 0 13 * 5', 'UTC', '2026-02-01T00:00Z', ['2026-02-06T00:00Z', '2026-02-13T00:00Z', '2026-02-20T00:00Z']],
    ['C37', '0 0 */2 * 1', 'UTC', '2025-01-01T00:00Z', ['2025-01-13T00:00Z', '2025-01-27T00:00Z', '2025-02-03T00:00Z']],
    [
      'C39',
      '0 0 1-31 * 1',
      'UTC',
      '2025-01-01T00:00Z',
      ['2025-01-02T00:00Z', '2025-01-03T00:00Z', '2025-01-04T00:00Z'],
    ],
    [
      'C40',
      '5/15 * * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T00:05Z', '2026-01-01T00:20Z', '2026-01-01T00:35Z'],
    ],
    [
      'C42',
      '*/40 * * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T00:40Z', '2026-01-01T01:00Z', '2026-01-01T01:40Z'],
    ],
    [
      'C44',
      '0 0 * JAN-MAR MON',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-05T00:00Z', '2026-01-12T00:00Z', '2026-01-19T00:00Z'],
    ],
    [
      'C46',
      '*/20 30 4 * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T04:30Z', '2026-01-01T04:30:20Z', '2026-01-01T04:30:40Z'],
    ],
    ['C58', '0 4 1 1 *', 'UTC', '2026-01-01T04:00Z', ['2027-01-01T04:00Z', '2028-01-01T04:00Z', '2029-01-01T04:00Z']],
  ];

  it.each(rows)('%s: %s in %s after %s', (_id, expression, zone, from, expected) => {
    expect(runs(expression, zone, from)).toEqual(expected);
  });

  it.each(['0 0 30 2 *', '0 0 31 11 *', '0 0 31 2,4,6,9,11 ?', '0 0 */30 * 1#2', '0 0 */29 2 1#4', '* * * 30,31 2 *'])(
    'C47: %s never fires in any zone',
    (expression) => {
      expect(cronCanFire(parseCron(expression))).toBe(false);
      for (const zone of ['UTC', NEW_YORK, 'Pacific/Apia', LORD_HOWE]) {
        expect(runs(expression, zone, '2026-01-01T00:00Z')).toEqual([null]);
      }
    },
  );
});

describe('cron: more instants of the same kinds', () => {
  const rows: Row[] = [
    [
      'two minutes in one gap are one slot',
      '0,30 2 * * *',
      NEW_YORK,
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'a gap slot merges with the match at the same instant',
      '0 2-4 * * *',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z', '2026-03-08T08:00Z', '2026-03-09T06:00Z'],
    ],
    [
      'a fixed range of hours across the gap',
      '30 1-3 * * *',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z'],
    ],
    [
      'seconds in a gap are one slot',
      '*/20 30 2 * * *',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z', '2026-03-09T06:30:20Z'],
    ],
    [
      'a star hour makes a wildcard job, which gets nothing from a gap',
      '30 */2 * * *',
      NEW_YORK,
      '2026-03-08T06:00Z',
      ['2026-03-08T08:30Z', '2026-03-08T10:30Z', '2026-03-08T12:30Z'],
    ],
    [
      'a list that begins with a star is a wildcard',
      '*/30,15 2 * * *',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-09T06:00Z', '2026-03-09T06:15Z', '2026-03-09T06:30Z'],
    ],
    [
      'a list that only ends with a star is fixed',
      '15,* 2 * * *',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:00Z', '2026-03-09T06:01Z'],
    ],
    [
      'a question mark is a star',
      '? 2 * * ?',
      NEW_YORK,
      '2026-03-08T05:00Z',
      ['2026-03-09T06:00Z', '2026-03-09T06:01Z', '2026-03-09T06:02Z'],
    ],
    [
      '@hourly skips the gap',
      '@hourly',
      NEW_YORK,
      '2026-03-08T05:30Z',
      ['2026-03-08T06:00Z', '2026-03-08T07:00Z', '2026-03-08T08:00Z'],
    ],
    [
      '@hourly runs in both passes',
      '@hourly',
      NEW_YORK,
      '2026-11-01T04:30Z',
      ['2026-11-01T05:00Z', '2026-11-01T06:00Z', '2026-11-01T07:00Z'],
    ],
    [
      'fixed minutes run in the first pass only',
      '0,30 1,2 * * *',
      NEW_YORK,
      '2026-11-01T04:30Z',
      ['2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-01T07:00Z'],
    ],
    [
      'the start may lie in the second pass',
      '45 1 * * *',
      NEW_YORK,
      '2026-11-01T06:15Z',
      ['2026-11-02T06:45Z', '2026-11-03T06:45Z', '2026-11-04T06:45Z'],
    ],
    [
      'the start may be the gap slot itself',
      '30 2 * * *',
      NEW_YORK,
      '2026-03-08T07:00Z',
      ['2026-03-09T06:30Z', '2026-03-10T06:30Z', '2026-03-11T06:30Z'],
    ],
    [
      'one millisecond before a slot is before it',
      '30 2 * * *',
      NEW_YORK,
      '2026-03-08T06:59:59.999Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z', '2026-03-10T06:30Z'],
    ],
    [
      'one millisecond after a slot is after it',
      '0 * * * *',
      'UTC',
      '2026-01-01T00:00:00.001Z',
      ['2026-01-01T01:00Z', '2026-01-01T02:00Z', '2026-01-01T03:00Z'],
    ],
    [
      'London autumn, fixed',
      '30 1 * * *',
      'Europe/London',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z', '2026-10-27T01:30Z'],
    ],
    [
      'London autumn, wildcard',
      '*/30 1 * * *',
      'Europe/London',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z'],
    ],
    [
      'Berlin gap',
      '0 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:00Z', '2026-03-31T00:00Z'],
    ],
    [
      'Lord Howe: half past is just after a gap of half an hour',
      '30 2 * * *',
      LORD_HOWE,
      '2026-10-02T20:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:30Z', '2026-10-05T15:30Z'],
    ],
    [
      'Lord Howe: the gap slot and half past are one',
      '15,30 2 * * *',
      LORD_HOWE,
      '2026-10-03T15:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z', '2026-10-04T15:30Z'],
    ],
    [
      'Santiago spring: midnight missing, half past too',
      '30 0 * * *',
      'America/Santiago',
      '2026-09-05T12:00Z',
      ['2026-09-06T04:00Z', '2026-09-07T03:30Z', '2026-09-08T03:30Z'],
    ],
    [
      'Santiago autumn: 23:30 twice',
      '30 23 * * *',
      'America/Santiago',
      '2026-04-04T12:00Z',
      ['2026-04-05T02:30Z', '2026-04-06T03:30Z', '2026-04-07T03:30Z'],
    ],
    [
      'Beirut spring: midnight missing',
      '@daily',
      'Asia/Beirut',
      '2026-03-28T12:00Z',
      ['2026-03-28T22:00Z', '2026-03-29T21:00Z', '2026-03-30T21:00Z'],
    ],
    [
      'Beirut: a weekday at a missing midnight',
      '0 0 * * SUN',
      'Asia/Beirut',
      '2026-03-27T12:00Z',
      ['2026-03-28T22:00Z', '2026-04-04T21:00Z', '2026-04-11T21:00Z'],
    ],
    [
      'Apia: nothing is made up for a day left out',
      '0 12 30 12 *',
      'Pacific/Apia',
      '2011-12-01T00:00Z',
      ['2012-12-29T22:00Z', '2013-12-29T22:00Z', '2014-12-29T22:00Z'],
    ],
    [
      'Casey: a set-back of three hours is matched plainly',
      '0 1 * * *',
      'Antarctica/Casey',
      '2018-03-10T00:00Z',
      ['2018-03-10T14:00Z', '2018-03-10T17:00Z', '2018-03-11T17:00Z'],
    ],
    [
      'Casey: nothing is made up for a jump of three hours',
      '0 2 * * *',
      'Antarctica/Casey',
      '2016-10-20T00:00Z',
      ['2016-10-20T18:00Z', '2016-10-22T15:00Z', '2016-10-23T15:00Z'],
    ],
    [
      'Goose Bay set its clocks at one past midnight',
      '0 0 * * *',
      'America/Goose_Bay',
      '2009-10-31T12:00Z',
      ['2009-11-01T03:00Z', '2009-11-02T04:00Z', '2009-11-03T04:00Z'],
    ],
    [
      'Goose Bay: 23:30 in the second pass is not run again',
      '30 23 * * *',
      'America/Goose_Bay',
      '2009-10-31T12:00Z',
      ['2009-11-01T02:30Z', '2009-11-02T03:30Z', '2009-11-03T03:30Z'],
    ],
    [
      'Cairo: a date at a missing midnight',
      '0 0 24 4 *',
      'Africa/Cairo',
      '2026-01-01T00:00Z',
      ['2026-04-23T22:00Z', '2027-04-23T22:00Z', '2028-04-23T22:00Z'],
    ],
    [
      'Monrovia left an offset with seconds',
      '0 * * * *',
      'Africa/Monrovia',
      '1972-01-06T23:00Z',
      ['1972-01-06T23:44:30Z', '1972-01-07T01:00Z', '1972-01-07T02:00Z'],
    ],
    [
      '29 February across a century that is no leap year',
      '0 0 29 2 *',
      'UTC',
      '2096-02-29T00:00Z',
      ['2104-02-29T00:00Z', '2108-02-29T00:00Z', '2112-02-29T00:00Z'],
    ],
    [
      'a fifth Monday in February waits 40 years',
      '0 0 * 2 1#5',
      'UTC',
      '2072-02-29T00:00Z',
      ['2112-02-29T00:00Z', '2140-02-29T00:00Z', '2168-02-29T00:00Z'],
    ],
    [
      'L in February',
      '0 0 L 2 *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-02-28T00:00Z', '2027-02-28T00:00Z', '2028-02-29T00:00Z'],
    ],
    [
      'L in a list',
      '0 0 L,15 * *',
      'UTC',
      '2026-01-20T00:00Z',
      ['2026-01-31T00:00Z', '2026-02-15T00:00Z', '2026-02-28T00:00Z'],
    ],
    [
      'L or a weekday',
      '0 0 L * 1',
      'UTC',
      '2026-03-29T00:00Z',
      ['2026-03-30T00:00Z', '2026-03-31T00:00Z', '2026-04-06T00:00Z'],
    ],
    [
      '5L is the last Friday',
      '0 0 * * 5L',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-30T00:00Z', '2026-02-27T00:00Z', '2026-03-27T00:00Z'],
    ],
    [
      '7L and friL: last Sunday and last Friday',
      '0 0 * * 7L,friL',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-25T00:00Z', '2026-01-30T00:00Z', '2026-02-22T00:00Z'],
    ],
    [
      'SUN#2 is the second Sunday',
      '0 0 * * SUN#2',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-11T00:00Z', '2026-02-08T00:00Z', '2026-03-08T00:00Z'],
    ],
    [
      '7#5 is a fifth Sunday',
      '0 0 * * 7#5',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-03-29T00:00Z', '2026-05-31T00:00Z', '2026-08-30T00:00Z'],
    ],
    [
      '1#2 or the thirteenth',
      '0 0 13 * 1#2',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-12T00:00Z', '2026-01-13T00:00Z', '2026-02-09T00:00Z'],
    ],
    [
      '*/2 and a date: both must match',
      '0 0 1 * */2',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-02-01T00:00Z', '2026-03-01T00:00Z', '2026-08-01T00:00Z'],
    ],
    [
      '1,* is not star: either',
      '0 0 1,* * 1',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-02T00:00Z', '2026-01-03T00:00Z', '2026-01-04T00:00Z'],
    ],
    [
      '*,1 is star: both',
      '0 0 *,1 * 1',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-05T00:00Z', '2026-01-12T00:00Z', '2026-01-19T00:00Z'],
    ],
    [
      '5-7 ends on Sunday',
      '0 0 * * 5-7',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-02T00:00Z', '2026-01-03T00:00Z', '2026-01-04T00:00Z'],
    ],
    [
      'FRI-SUN and 5-0 do too',
      '0 0 * * fri-SUN',
      'UTC',
      '2026-01-04T00:00Z',
      ['2026-01-09T00:00Z', '2026-01-10T00:00Z', '2026-01-11T00:00Z'],
    ],
    [
      '1/2 counts to 7',
      '0 0 * * 1/2',
      'UTC',
      '2026-01-04T00:00Z',
      ['2026-01-05T00:00Z', '2026-01-07T00:00Z', '2026-01-09T00:00Z'],
    ],
    [
      'steps of a range count from its start',
      '10-40/20 * * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T00:10Z', '2026-01-01T00:30Z', '2026-01-01T01:10Z'],
    ],
    [
      'a step and a value',
      '*/25,7 * * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T00:07Z', '2026-01-01T00:25Z', '2026-01-01T00:50Z'],
    ],
    [
      'every 48th second',
      '*/48 * * * * *',
      'UTC',
      '2026-01-01T00:00Z',
      ['2026-01-01T00:00:48Z', '2026-01-01T00:01Z', '2026-01-01T00:01:48Z'],
    ],
    [
      'a second of each minute',
      '15 * * * * *',
      'UTC',
      '2026-01-01T00:00:15.5Z',
      ['2026-01-01T00:01:15Z', '2026-01-01T00:02:15Z', '2026-01-01T00:03:15Z'],
    ],
    [
      'before 1970',
      '0 0 1 1 *',
      'UTC',
      '1959-06-01T00:00:00.250Z',
      ['1960-01-01T00:00Z', '1961-01-01T00:00Z', '1962-01-01T00:00Z'],
    ],
  ];

  it.each(rows)('%s: %s in %s after %s', (_rule, expression, zone, from, expected) => {
    expect(runs(expression, zone, from, expected.length)).toEqual(expected);
  });

  it('a wildcard job whose only hour is skipped each year is null in that zone, and not in another', () => {
    expect(runs('* 2 * 3 0#2', NEW_YORK, '2026-01-01T00:00Z', 1)).toEqual([null]);
    expect(runs('* 2 * 3 0#2', 'UTC', '2026-01-01T00:00Z', 1)).toEqual(['2026-03-08T02:00Z']);
  });

  it('the ends of what a date can hold give null or an instant, never an endless search', () => {
    const everyMinute = parseCron('* * * * *');
    expect(nextCronInstant(everyMinute, NEW_YORK, new Date(8.64e15))).toBeNull();
    expect(nextCronInstant(everyMinute, NEW_YORK, new Date(-8.64e15))).toBeInstanceOf(Date);
    expect(() => nextCronInstant(everyMinute, NEW_YORK, new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('cron and the zone of the process', () => {
  it('B114: no source of the engine reads a local getter of Date or the zone of the process', () => {
    const folder = new URL('.', import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    expect(sources.length).toBeGreaterThan(5);
    for (const name of sources) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      expect(text).not.toMatch(
        /\.get(FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\.set(Month|Date|Hours)\(/,
      );
      expect(text).not.toMatch(/process\.env|Date\.now|new Date\(\)|new Date\([^)]*,/);
    }
  });
});
