const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
const MAX_LENGTH = 35; // 2026-12-31T23:59:59.123456789+14:00

/**
 * An instant as RFC 3339 writes it (the profile of ISO 8601 that OpenAPI calls date-time), read strictly: the offset is
 * mandatory, every field is in its range and the day exists. A lenient reader turns 30 February into 2 March and a time
 * without a zone into whatever zone the host has. Digits beyond the millisecond are cut. `undefined` if it is none.
 */
export function parseInstant(text: unknown): Date | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // A leap second has no instant of its own in PostgreSQL or in JavaScript, and 24:00 is a second name of the next day.
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetMinutes = readOffset(match[8], match[9], match[10]);
  if (offsetMinutes === undefined) return undefined;
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const instant = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hour, minute - offsetMinutes, second, milliseconds);
  return instant;
}

function readOffset(sign: string | undefined, hours = '00', minutes = '00'): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** How far from now a time given by a caller may lie, in calendar years. */
export const INSTANT_RANGE = Object.freeze({ yearsBack: 1, yearsAhead: 5 });

/** Is it between a year ago and five years ahead? Outside of that it is a mistake in unit or century, not a plan. */
export function isInstantInRange(instant: Date, now: Date): boolean {
  const time = instant.getTime();
  return time >= shiftYears(now, -INSTANT_RANGE.yearsBack) && time <= shiftYears(now, INSTANT_RANGE.yearsAhead);
}

function shiftYears(from: Date, years: number): number {
  const shifted = new Date(from);
  shifted.setUTCFullYear(shifted.getUTCFullYear() + years);
  return shifted.getTime();
}
