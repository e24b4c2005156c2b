import { TimeZoneError, canonicalTimeZone, nextCronInstant, parseCron, utcOffsetLabel } from './index.js';

describe('time zone names', () => {
  it.each([
    'Foo/Bar',
    '',
    ' ',
    ' UTC',
    'UTC ',
    'GMT+1',
    'GMT-5',
    'UTC+1',
    '+01:00',
    '-05:00',
    '+0100',
    '__proto__',
    'constructor',
    'toString',
    'PST',
    'BST',
    'IST',
    'CST',
    'AEST',
    'SystemV/EST5',
    'Factory',
    'Etc/Unknown',
    'Etc/GMT+13',
    'localtime',
    'posix/UTC',
    'Europe',
    'Europe/',
    '../etc/passwd',
    'Europe/Berlin\0',
    'Europe/Berlin\n',
    'US/\u212aansas',
    'a'.repeat(10_000),
  ])('C57: %j is refused', (name) => {
    expect(() => canonicalTimeZone(name)).toThrow(TimeZoneError);
    expect(() => nextCronInstant(parseCron('@daily'), name, new Date(0))).toThrow(TimeZoneError);
  });

  it.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['America/new_york', 'America/New_York'],
    ['europe/BERLIN', 'Europe/Berlin'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['etc/gmt-14', 'Etc/GMT-14'],
    ['EST', 'Etc/GMT+5'],
    ['mst', 'Etc/GMT+7'],
    ['HST', 'Etc/GMT+10'],
    ['US/Eastern', 'US/Eastern'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['America/Port-au-prince', 'America/Port-au-Prince'],
    ['antarctica/dumontdurville', 'Antarctica/DumontDUrville'],
    ['GB', 'GB'],
    ['w-su', 'W-SU'],
    ['est5edt', 'EST5EDT'],
    ['GMT+0', 'GMT+0'],
  ])('C57: %s is stored and shown as %s, and again as itself', (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
    expect(canonicalTimeZone(canonical)).toBe(canonical);
  });

  it('every zone that this runtime lists is accepted as it is listed and can be searched', () => {
    const daily = parseCron('30 2 * * *');
    const from = new Date('2026-03-01T00:00Z');
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(canonicalTimeZone(zone)).toBe(zone);
      expect((nextCronInstant(daily, zone, from)?.getTime() ?? 0) - from.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
    }
  });

  it('EST keeps its fixed offset where Panama has another', () => {
    const at = new Date('1900-01-01T00:00Z');
    expect(utcOffsetLabel('EST', at)).toBe('UTC-05:00');
    expect(utcOffsetLabel('America/Panama', at)).not.toBe('UTC-05:00');
  });

  it.each([
    ['Etc/GMT+5', '2026-01-01T00:00Z', 'UTC-05:00'],
    ['America/New_York', '2026-07-01T00:00Z', 'UTC-04:00'],
    ['America/New_York', '1883-11-18T16:59Z', 'UTC-04:56:02'],
    ['Asia/Kathmandu', '2026-01-01T00:00Z', 'UTC+05:45'],
    ['America/St_Johns', '2026-01-01T00:00Z', 'UTC-03:30'],
    ['UTC', '2026-01-01T00:00Z', 'UTC+00:00'],
  ])('the offset of %s at %s is shown as %s', (zone, at, label) => {
    expect(utcOffsetLabel(zone, new Date(at))).toBe(label);
  });
});
