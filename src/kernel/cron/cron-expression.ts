import { CronError, quoteInput } from './cron.errors.js';
import {
  parseDaysOfMonth,
  parseDaysOfWeek,
  parseHours,
  parseMinutes,
  parseMonths,
  parseSeconds,
  type DayOfMonthField,
  type DayOfWeekField,
} from './cron-fields.js';

/** Longest expression that is read at all, in UTF-16 units, spaces included. */
export const MAX_CRON_LENGTH = 256;

/** A parsed expression. Values are sorted and free of doubles; it says nothing about a zone. */
export interface CronExpression {
  /** As written, without the spaces around it. */
  readonly source: string;
  readonly hasSeconds: boolean;
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: DayOfMonthField;
  /** 1 (January) to 12. */
  readonly months: readonly number[];
  readonly daysOfWeek: DayOfWeekField;
  /** Neither minute nor hour starts with a star: such a job is made up for after a gap and not repeated in an overlap. */
  readonly isFixedTime: boolean;
}

const MACROS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/**
 * Reads a cron expression as crontab(5) of cronie has it: five fields, or six with leading seconds, or a macro; with the
 * extensions `L`, `5L`, `1#2`, `?` and `5/15`. Fields are parted by spaces and tabs. Names and macros are case-blind.
 * A range may not run backwards, except that Sunday may end it (`FRI-SUN`, `5-0`).
 *
 * An expression may be well formed and still never fire (`0 0 30 2 *`): ask `cronCanFire`.
 *
 * @throws CronError with a stable code, and the field at fault if it is one.
 */
export function parseCron(expression: string): CronExpression {
  if (expression.length > MAX_CRON_LENGTH) {
    throw new CronError('CRON_TOO_LONG', `Cron expression is longer than ${MAX_CRON_LENGTH} characters.`);
  }
  const source = expression.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
  if (source === '') throw new CronError('CRON_EMPTY', 'Cron expression is empty.');
  const fields = (source.startsWith('@') ? macroFields(source) : source).split(/[ \t]+/);
  if (fields.length !== 5 && fields.length !== 6) {
    throw new CronError(
      'CRON_FIELD_COUNT',
      `Cron expression has ${fields.length} fields; it must have 5, or 6 with leading seconds (there is no year).`,
    );
  }
  return fromFields(source, fields);
}

function macroFields(source: string): string {
  const fields = /^[\x21-\x7e]+$/.test(source) ? MACROS.get(source.toLowerCase()) : undefined;
  if (fields !== undefined) return fields;
  const known = [...MACROS.keys()].join(', ');
  throw new CronError('CRON_UNSUPPORTED', `${quoteInput(source)} is not supported; the macros are ${known}.`);
}

function fromFields(source: string, fields: readonly string[]): CronExpression {
  const hasSeconds = fields.length === 6;
  const [second = '', minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = hasSeconds
    ? fields
    : ['0', ...fields];
  const seconds = parseSeconds(second);
  const minutes = parseMinutes(minute);
  const hours = parseHours(hour);
  return {
    source,
    hasSeconds,
    seconds: seconds.values,
    minutes: minutes.values,
    hours: hours.values,
    daysOfMonth: parseDaysOfMonth(dayOfMonth),
    months: parseMonths(month).values,
    daysOfWeek: parseDaysOfWeek(dayOfWeek),
    isFixedTime: !minutes.isStar && !hours.isStar,
  };
}
