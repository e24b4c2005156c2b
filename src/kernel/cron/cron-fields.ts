import { CronError, quoteInput, type CronFieldName } from './cron.errors.js';

interface FieldRule {
  readonly name: CronFieldName;
  readonly low: number;
  readonly high: number;
  /** Greatest step that can make sense: the number of distinct values. Vixie cron takes any; a typo is worth a refusal. */
  readonly maxStep: number;
  /** Three-letter names in order, the first one standing for `low`. */
  readonly names: readonly string[];
}

const MONTH_NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const SECOND: FieldRule = { name: 'second', low: 0, high: 59, maxStep: 60, names: [] };
const MINUTE: FieldRule = { name: 'minute', low: 0, high: 59, maxStep: 60, names: [] };
const HOUR: FieldRule = { name: 'hour', low: 0, high: 23, maxStep: 24, names: [] };
const DAY_OF_MONTH: FieldRule = { name: 'day of month', low: 1, high: 31, maxStep: 31, names: [] };
const MONTH: FieldRule = { name: 'month', low: 1, high: 12, maxStep: 12, names: MONTH_NAMES };
/** As in cronie the field runs to 7, so that `1/2` is Monday, Wednesday, Friday and Sunday. */
const DAY_OF_WEEK: FieldRule = { name: 'day of week', low: 0, high: 7, maxStep: 7, names: WEEKDAY_NAMES };

/** `isStar` follows cronie: it tells how the field *starts*, not what it covers (a leading step is star, `1-31` is not). */
export interface PlainField {
  readonly values: readonly number[];
  readonly isStar: boolean;
}

export interface DayOfMonthField extends PlainField {
  /** `L`: the last day of the month. */
  readonly hasLast: boolean;
}

export interface NthWeekday {
  readonly weekday: number;
  readonly nth: number;
}

/** Weekdays are 0 (Sunday) to 6. */
export interface DayOfWeekField extends PlainField {
  /** `5L`: the last Friday of the month. */
  readonly lastWeekdays: readonly number[];
  /** `1#2`: the second Monday of the month. */
  readonly nthWeekdays: readonly NthWeekday[];
}

export const parseSeconds = (text: string): PlainField => parsePlain(SECOND, text);
export const parseMinutes = (text: string): PlainField => parsePlain(MINUTE, text);
export const parseHours = (text: string): PlainField => parsePlain(HOUR, text);
export const parseMonths = (text: string): PlainField => parsePlain(MONTH, text);

export function parseDaysOfMonth(text: string): DayOfMonthField {
  const values = new Set<number>();
  let hasLast = false;
  for (const item of itemsOf(DAY_OF_MONTH, text)) {
    if (item === 'L') hasLast = true;
    else addRange(DAY_OF_MONTH, item, values);
  }
  return { values: sorted(values), hasLast, isStar: startsWithStar(text) };
}

export function parseDaysOfWeek(text: string): DayOfWeekField {
  const values = new Set<number>();
  const lastWeekdays = new Set<number>();
  const nthWeekdays = new Map<string, NthWeekday>();
  for (const item of itemsOf(DAY_OF_WEEK, text)) {
    const last = /^([0-9]+|[A-Z]{3})L$/.exec(item);
    const nth = /^([0-9]+|[A-Z]{3})#([0-9]+)$/.exec(item);
    if (last?.[1] !== undefined) lastWeekdays.add(atom(DAY_OF_WEEK, last[1], item) % 7);
    else if (nth?.[1] !== undefined && nth[2] !== undefined) {
      const weekday = atom(DAY_OF_WEEK, nth[1], item) % 7;
      nthWeekdays.set(`${weekday}#${Number(nth[2])}`, { weekday, nth: occurrence(nth[2], item) });
    } else addRange(DAY_OF_WEEK, item, values);
  }
  return {
    values: sorted(new Set([...values].map((value) => value % 7))),
    lastWeekdays: sorted(lastWeekdays),
    nthWeekdays: [...nthWeekdays.values()].sort((a, b) => a.nth - b.nth || a.weekday - b.weekday),
    isStar: startsWithStar(text),
  };
}

function parsePlain(rule: FieldRule, text: string): PlainField {
  const values = new Set<number>();
  for (const item of itemsOf(rule, text)) addRange(rule, item, values);
  return { values: sorted(values), isStar: startsWithStar(text) };
}

function itemsOf(rule: FieldRule, text: string): string[] {
  // Checked before the case is folded: U+0131 and U+017F would become a plain I and S, and so part of a name.
  if (!/^[\x21-\x7e]*$/.test(text)) throw refusal(rule, `${quoteInput(text)} has a character that is not plain ASCII`);
  const items = text.toUpperCase().split(',');
  if (items.includes('')) throw refusal(rule, `${quoteInput(text)} has an empty place in its list`);
  return items;
}

/** `?` is another way to write `*` (Quartz), in every respect. */
function startsWithStar(text: string): boolean {
  return text.startsWith('*') || text.startsWith('?');
}

function addRange(rule: FieldRule, item: string, values: Set<number>): void {
  const parts = /^(?:([*?])|([0-9]+|[A-Z]{3})(?:-([0-9]+|[A-Z]{3}))?)(?:\/([0-9]+))?$/.exec(item);
  if (parts === null) throw unreadable(rule, item);
  const [, star, startText, endText, stepText] = parts;
  const step = stepText === undefined ? 1 : stepOf(rule, stepText, item);
  let start = rule.low;
  let end = rule.high;
  if (star === undefined && startText !== undefined) {
    start = atom(rule, startText, item);
    if (endText !== undefined) end = rangeEnd(rule, start, endText, item);
    else if (stepText === undefined) end = start;
  }
  for (let value = start; value <= end; value += step) values.add(value);
}

function rangeEnd(rule: FieldRule, start: number, text: string, item: string): number {
  const end = atom(rule, text, item);
  if (end >= start) return end;
  // Sunday closes the week as well as opening it: `5-0` and `FRI-SUN` are `5-7`.
  if (rule === DAY_OF_WEEK && end === 0) return 7;
  throw refusal(rule, `range ${quoteInput(item)} runs backwards; write two ranges with a comma`);
}

function stepOf(rule: FieldRule, text: string, item: string): number {
  const step = Number(text);
  if (step < 1 || step > rule.maxStep) {
    throw refusal(rule, `the step in ${quoteInput(item)} must be from 1 to ${rule.maxStep}`);
  }
  return step;
}

function occurrence(text: string, item: string): number {
  const nth = Number(text);
  if (nth < 1 || nth > 5) throw refusal(DAY_OF_WEEK, `the number after # in ${quoteInput(item)} must be from 1 to 5`);
  return nth;
}

function atom(rule: FieldRule, text: string, item: string): number {
  const named = rule.names.indexOf(text);
  const value = named >= 0 ? rule.low + named : Number(text);
  if (Number.isNaN(value)) throw unreadable(rule, item);
  if (value < rule.low || value > rule.high) {
    throw refusal(rule, `${quoteInput(text)} is out of range, which is ${rule.low} to ${rule.high}`);
  }
  return value;
}

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^(?:[0-9]*W|LW|WL)$/, 'W (nearest working day) is not supported'],
  [/^L[-+]/, 'an offset from the last day (L-3) is not supported; only L alone is'],
  [/^L/, 'L stands only for the last day of the month, or after a weekday as in 5L'],
  [/^H(?:$|[(/])/, 'H (hashed values) is not supported; write the value'],
  [/~/, 'random ranges (~) are not supported; use the jitter of the schedule'],
  [/#|L$/, 'L and # go with one weekday only, as in 5L or 1#2'],
];

function unreadable(rule: FieldRule, item: string): CronError {
  for (const [pattern, reason] of UNSUPPORTED) {
    if (pattern.test(item)) return refusal(rule, `${quoteInput(item)}: ${reason}`, 'CRON_UNSUPPORTED');
  }
  const names = rule.names.length > 0 ? `, names ${rule.names[0]} to ${rule.names.at(-1)}` : '';
  return refusal(
    rule,
    `cannot read ${quoteInput(item)}; use numbers ${rule.low} to ${rule.high}${names}, *, lists, ranges, steps`,
  );
}

function refusal(rule: FieldRule, reason: string, code: 'CRON_FIELD' | 'CRON_UNSUPPORTED' = 'CRON_FIELD'): CronError {
  return new CronError(code, `Cron field "${rule.name}": ${reason}.`, rule.name);
}

function sorted(values: Set<number>): number[] {
  return [...values].sort((a, b) => a - b);
}
