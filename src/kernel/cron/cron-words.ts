import type { CronExpression } from './cron-expression.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const MAX_CLOCK_TIMES = 6;

/** A field with the size of its cycle and its name, for the words about it. */
interface Unit {
  readonly values: readonly number[];
  readonly size: number;
  readonly name: string;
}

/**
 * The expression in English, for people who check what they typed. It is made from the values that the expression really
 * has, never from how it is written: a step of 40 is "at minutes 0 and 40 of every hour", for it is not every 40 minutes.
 */
export function describeCron(expr: CronExpression): string {
  return [timeWords(expr), dayWords(expr), monthWords(expr.months)].filter((part) => part !== '').join(', ');
}

function timeWords(expr: CronExpression): string {
  const { seconds, minutes, hours } = expr;
  if (seconds.length * minutes.length * hours.length <= MAX_CLOCK_TIMES) return `at ${listed(clockTimes(expr))}`;
  const units: Unit[] = [
    { values: minutes, size: 60, name: 'minute' },
    { values: hours, size: 24, name: 'hour' },
  ];
  if (!isOnTheMinute(expr)) units.unshift({ values: seconds, size: 60, name: 'second' });
  const phrases = units.map((unit, index) => (index === 0 ? leadingPhrase(unit) : nounPhrase(unit)));
  // "every 20 seconds of every minute of every hour" says no more than "every 20 seconds".
  while (phrases.length > 1 && phrases.at(-1)?.startsWith('every') && isWholly(phrases.at(-2))) phrases.pop();
  return phrases.join(' of ');
}

function isWholly(phrase: string | undefined): boolean {
  return phrase !== undefined && phrase.startsWith('every') && !phrase.includes(' from ');
}

function isOnTheMinute({ seconds }: CronExpression): boolean {
  return seconds.length === 1 && seconds[0] === 0;
}

function clockTimes(expr: CronExpression): string[] {
  const secondsShown = isOnTheMinute(expr) ? [[]] : expr.seconds.map((second) => [second]);
  return expr.hours.flatMap((hour) =>
    expr.minutes.flatMap((minute) =>
      secondsShown.map((second) => [hour, minute, ...second].map((part) => String(part).padStart(2, '0')).join(':')),
    ),
  );
}

/** Only a step that divides the cycle is truly "every n": any other is uneven where the cycle begins again. */
function leadingPhrase(unit: Unit): string {
  const [start = 0, next = 0] = unit.values;
  const step = next - start;
  const isEven = unit.values.length > 2 && unit.values.length * step === unit.size && isSteady(unit.values, step);
  if (!isEven || step === 1) return unit.values.length === unit.size ? `every ${unit.name}` : `at ${nounPhrase(unit)}`;
  return `every ${step} ${unit.name}s${start === 0 ? '' : ` from ${unit.name} ${start}`}`;
}

function nounPhrase({ values, size, name }: Unit): string {
  if (values.length === size) return `every ${name}`;
  return `${name}${values.length === 1 ? '' : 's'} ${spans(values, String)}`;
}

function dayWords(expr: CronExpression): string {
  const { daysOfMonth, daysOfWeek } = expr;
  const isAnyDate = daysOfMonth.values.length === 31;
  const isAnyWeekday = daysOfWeek.values.length === 7;
  const isBoth = daysOfMonth.isStar || daysOfWeek.isStar;
  if (isBoth ? isAnyDate && isAnyWeekday : isAnyDate || isAnyWeekday)
    return expr.hours.length === 24 ? '' : 'every day';
  if (isBoth && isAnyDate) return `on ${weekdayWords(expr)}`;
  if (isBoth && isAnyWeekday) return `on ${dateWords(expr)}`;
  if (isBoth) return `on ${weekdayWords(expr)}, only where that falls on ${dateWords(expr)}`;
  return `on ${dateWords(expr)}, and also on ${weekdayWords(expr)}`;
}

function dateWords({ daysOfMonth: { values, hasLast } }: CronExpression): string {
  const days = values.length === 0 ? [] : [`day${values.length === 1 ? '' : 's'} ${spans(values, String)}`];
  return `${listed([...days, ...(hasLast ? ['the last day'] : [])])} of the month`;
}

function weekdayWords({ daysOfWeek }: CronExpression): string {
  // The week is told from Monday, so that Friday to Sunday is one stretch.
  const mondayFirst = daysOfWeek.values.map((weekday) => (weekday === 0 ? 7 : weekday)).sort((a, b) => a - b);
  return listed([
    ...(mondayFirst.length === 0 ? [] : [spans(mondayFirst, weekdayName)]),
    ...daysOfWeek.nthWeekdays.map((at) => `the ${ORDINALS[at.nth] ?? ''} ${weekdayName(at.weekday)} of the month`),
    ...daysOfWeek.lastWeekdays.map((weekday) => `the last ${weekdayName(weekday)} of the month`),
  ]);
}

function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday % 7] ?? '';
}

function monthWords(months: readonly number[]): string {
  return months.length === 12 ? '' : `in ${spans(months, (month) => MONTHS[month - 1] ?? '')}`;
}

/** Three or more values in a row as "a through z", others one by one. */
function spans(values: readonly number[], name: (value: number) => string): string {
  const parts: string[] = [];
  for (let index = 0; index < values.length;) {
    let end = index;
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1;
    if (end - index < 2) end = index;
    const [from = 0, to = 0] = [values[index], values[end]];
    parts.push(end === index ? name(from) : `${name(from)} through ${name(to)}`);
    index = end + 1;
  }
  return listed(parts);
}

function isSteady(values: readonly number[], step: number): boolean {
  return values.every((value, index) => value === (values[0] ?? 0) + index * step);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
