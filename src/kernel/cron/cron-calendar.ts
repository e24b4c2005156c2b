import type { CronExpression } from './cron-expression.js';

/**
 * The search on the wall clock, before any zone. "Local" milliseconds are the wall clock read as if it were UTC, in the
 * proleptic Gregorian calendar: the civil time 2026-03-08 02:30 is `Date.UTC(2026, 2, 8, 2, 30)` whatever the zone.
 */
export const DAY_MS = 86_400_000;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** First matching local time at or after `localMs` (a whole second) and before `limitMs`; null if there is none. */
export function nextLocalMatch(expr: CronExpression, localMs: number, limitMs: number): number | null {
  const dayMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  const timeOfDay = nextTimeOfDay(expr, (localMs - dayMs) / 1000);
  const searchFrom = timeOfDay === null ? dayMs + DAY_MS : dayMs;
  const matchDayMs = nextMatchingDay(expr, searchFrom, limitMs);
  if (matchDayMs === null) return null;
  const seconds = matchDayMs === dayMs && timeOfDay !== null ? timeOfDay : firstTimeOfDay(expr);
  const match = matchDayMs + seconds * 1000;
  return match < limitMs ? match : null;
}

/**
 * Whether any date at all matches. Every weekday occurs as the first of every month, and of a February of either length,
 * within the 400 years of the Gregorian cycle, so 14 shapes per month decide it without walking a calendar.
 */
export function cronCanFire(expr: CronExpression): boolean {
  for (const month of expr.months) {
    const lengths = month === 2 ? [28, 29] : [MONTH_LENGTHS[month - 1] ?? 31];
    for (const length of lengths) {
      for (let firstWeekday = 0; firstWeekday < 7; firstWeekday += 1) {
        for (let day = 1; day <= length; day += 1) {
          if (isMatchingDay(expr, { day, length, weekday: (firstWeekday + day - 1) % 7 })) return true;
        }
      }
    }
  }
  return false;
}

interface DayShape {
  readonly day: number;
  /** Days in the month. */
  readonly length: number;
  readonly weekday: number;
}

/** cronie's rule: with a star in either day field both must match, without one either is enough. */
function isMatchingDay(expr: CronExpression, shape: DayShape): boolean {
  const { daysOfMonth, daysOfWeek } = expr;
  const isDayOfMonth = daysOfMonth.values.includes(shape.day) || (daysOfMonth.hasLast && shape.day === shape.length);
  const isDayOfWeek =
    daysOfWeek.values.includes(shape.weekday) ||
    (daysOfWeek.lastWeekdays.includes(shape.weekday) && shape.day + 7 > shape.length) ||
    daysOfWeek.nthWeekdays.some((at) => at.weekday === shape.weekday && at.nth === Math.ceil(shape.day / 7));
  return daysOfMonth.isStar || daysOfWeek.isStar ? isDayOfMonth && isDayOfWeek : isDayOfMonth || isDayOfWeek;
}

function nextMatchingDay(expr: CronExpression, fromDayMs: number, limitMs: number): number | null {
  const from = new Date(fromDayMs);
  let year = from.getUTCFullYear();
  let month = from.getUTCMonth() + 1;
  let day = from.getUTCDate();
  let dayMs = fromDayMs;
  while (dayMs < limitMs) {
    const length = monthLength(year, month);
    if (expr.months.includes(month)) {
      // 1970-01-01 was a Thursday.
      let weekday = (((dayMs / DAY_MS + 4) % 7) + 7) % 7;
      for (let ahead = 0; day + ahead <= length; ahead += 1) {
        if (isMatchingDay(expr, { day: day + ahead, length, weekday })) return dayMs + ahead * DAY_MS;
        weekday = (weekday + 1) % 7;
      }
    }
    dayMs += (length - day + 1) * DAY_MS;
    day = 1;
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return null;
}

function monthLength(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (MONTH_LENGTHS[month - 1] ?? 31);
}

/** First matching second of the day at or after `secondOfDay`, or null when the day has no more. */
function nextTimeOfDay(expr: CronExpression, secondOfDay: number): number | null {
  const hour = Math.floor(secondOfDay / 3600);
  const minute = Math.floor(secondOfDay / 60) % 60;
  if (expr.hours.includes(hour)) {
    if (expr.minutes.includes(minute)) {
      const second = expr.seconds.find((value) => value >= secondOfDay % 60);
      if (second !== undefined) return hour * 3600 + minute * 60 + second;
    }
    const laterMinute = expr.minutes.find((value) => value > minute);
    if (laterMinute !== undefined) return hour * 3600 + laterMinute * 60 + first(expr.seconds);
  }
  const laterHour = expr.hours.find((value) => value > hour);
  return laterHour === undefined ? null : laterHour * 3600 + first(expr.minutes) * 60 + first(expr.seconds);
}

function firstTimeOfDay(expr: CronExpression): number {
  return first(expr.hours) * 3600 + first(expr.minutes) * 60 + first(expr.seconds);
}

function first(values: readonly number[]): number {
  return values[0] ?? 0;
}
