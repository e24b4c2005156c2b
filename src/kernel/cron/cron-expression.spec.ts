import {
  CronError,
  MAX_CRON_LENGTH,
  cronCanFire,
  parseCron,
  type CronErrorCode,
  type CronExpression,
} from './index.js';

function refusal(expression: string): CronError {
  try {
    parseCron(expression);
  } catch (error) {
    if (error instanceof CronError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(expression)} was accepted`);
}

/** What an expression means, without how it was written. */
function meaning(expression: string): Omit<CronExpression, 'source'> {
  const { source: _source, ...rest } = parseCron(expression);
  return rest;
}

describe('cron expressions that are refused', () => {
  const rows: [id: string, expression: string, code: CronErrorCode, field: string | null][] = [
    ['C50', '', 'CRON_EMPTY', null],
    ['C50', '   ', 'CRON_EMPTY', null],
    ['C50', ' \t ', 'CRON_EMPTY', null],
    ['C50', '0 0 * *', 'CRON_FIELD_COUNT', null],
    ['C50', '*', 'CRON_FIELD_COUNT', null],
    ['C50', '0 0 0 * * * 2026', 'CRON_FIELD_COUNT', null],
    ['C50', '0 0 0 * * * * *', 'CRON_FIELD_COUNT', null],
    ['C51', '*/0', 'CRON_FIELD_COUNT', null],
    ['C51', '*/0 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '*/61 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '*/61 * * * * *', 'CRON_FIELD', 'second'],
    ['C51', '0 */25 * * *', 'CRON_FIELD', 'hour'],
    ['C51', '0 0 */32 * *', 'CRON_FIELD', 'day of month'],
    ['C51', '0 0 * */13 *', 'CRON_FIELD', 'month'],
    ['C51', '0 0 * * */8', 'CRON_FIELD', 'day of week'],
    ['C51', '5/0 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '1-5/00 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '60 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '60 0 0 * * *', 'CRON_FIELD', 'second'],
    ['C51', '0-60 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '0 24 * * *', 'CRON_FIELD', 'hour'],
    ['C51', '0 0 0 * *', 'CRON_FIELD', 'day of month'],
    ['C51', '0 0 32 * *', 'CRON_FIELD', 'day of month'],
    ['C51', '0 0 * 0 *', 'CRON_FIELD', 'month'],
    ['C51', '0 0 * 13 *', 'CRON_FIELD', 'month'],
    ['C51', '0 0 * * 8', 'CRON_FIELD', 'day of week'],
    ['C51', '0 0 * * 8L', 'CRON_FIELD', 'day of week'],
    ['C51', '0 0 * * 8#1', 'CRON_FIELD', 'day of week'],
    ['C51', '0 0 * * 1#0', 'CRON_FIELD', 'day of week'],
    ['C51', '0 0 * * 1#6', 'CRON_FIELD', 'day of week'],
    ['C51', '1-0 * * * *', 'CRON_FIELD', 'minute'],
    ['C51', '0 22-2 * * *', 'CRON_FIELD', 'hour'],
    ['C51', '0 0 * NOV-FEB *', 'CRON_FIELD', 'month'],
    ['C51', '0 0 * * FRI-MON', 'CRON_FIELD', 'day of week'],
    ['C51', '0 0 * * 7-2', 'CRON_FIELD', 'day of week'],
    ['C52', 'H * * * *', 'CRON_UNSUPPORTED', 'minute'],
    ['C52', 'h/15 * * * *', 'CRON_UNSUPPORTED', 'minute'],
    ['C52', 'H(0-29) * * * *', 'CRON_UNSUPPORTED', 'minute'],
    ['rule 7', '0 0 15W * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 LW * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 W * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 L-3 * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 L/2 * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 5L * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 1-L * *', 'CRON_UNSUPPORTED', 'day of month'],
    ['rule 7', '0 0 * * L', 'CRON_UNSUPPORTED', 'day of week'],
    ['rule 7', '0 0 * * 1-3#1', 'CRON_UNSUPPORTED', 'day of week'],
    ['rule 7', '0 0 * * 1#2#3', 'CRON_UNSUPPORTED', 'day of week'],
    ['rule 7', '0 0 * * 1#-1', 'CRON_UNSUPPORTED', 'day of week'],
    ['rule 7', '0 0 * * 1-5L', 'CRON_UNSUPPORTED', 'day of week'],
    ['rule 7', 'L * * * *', 'CRON_UNSUPPORTED', 'minute'],
    ['rule 7', '0~30 * * * *', 'CRON_UNSUPPORTED', 'minute'],
    ['rule 7', '@reboot', 'CRON_UNSUPPORTED', null],
    ['rule 7', '@every 5m', 'CRON_UNSUPPORTED', null],
    ['rule 7', '@fortnightly', 'CRON_UNSUPPORTED', null],
    ['rule 7', '@daily *', 'CRON_UNSUPPORTED', null],
    ['rule 7', '@', 'CRON_UNSUPPORTED', null],
    ['rule 7', '@wee\u212aly', 'CRON_UNSUPPORTED', null],
    ['C55', '\u0663 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '\uff15 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '1e1 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '0x5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '+5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '-5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '1.5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '1,,2 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', ',1 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '1, * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '5- * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '1-2-3 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '*/ * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '/5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '*/5/5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '*/-5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '*-5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '** * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '*5 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', 'NaN * * * *', 'CRON_FIELD', 'minute'],
    ['C55', 'MON * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '0 0 MON * *', 'CRON_FIELD', 'day of month'],
    ['C55', '0 0 * MON *', 'CRON_FIELD', 'month'],
    ['C55', '0 0 * * JAN', 'CRON_FIELD', 'day of week'],
    ['C55', '0 0 * JANUARY *', 'CRON_FIELD', 'month'],
    ['C55', '0 0 * * MONDAY', 'CRON_FIELD', 'day of week'],
    ['C55', '0 0 * * */MON', 'CRON_FIELD', 'day of week'],
    ['C55', '0 0 * * fr\u0131', 'CRON_FIELD', 'day of week'],
    ['C55', '0 0 * * \u017fun', 'CRON_FIELD', 'day of week'],
    ['C55', '0 0 * *\n*', 'CRON_FIELD_COUNT', null],
    ['C55', '0 0 * * *\n', 'CRON_FIELD', 'day of week'],
    ['C55', '0\u00a00 * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '__proto__ * * * *', 'CRON_FIELD', 'minute'],
    ['C55', '0 0 * * constructor', 'CRON_FIELD', 'day of week'],
    ['C55', '99999999999999999999 * * * *', 'CRON_FIELD', 'minute'],
  ];

  it.each(rows)('%s: %j is %s of %s', (_id, expression, code, field) => {
    const error = refusal(expression);
    expect({ code: error.code, field: error.field }).toEqual({ code, field });
    expect(error.message).toMatch(/^.{20,200}\.$/);
  });

  it('rule 8: 256 characters are read, 257 are refused unread, spaces counted', () => {
    const longest = `0  0 * * ${'1,'.repeat(123)}1`;
    expect(MAX_CRON_LENGTH).toBe(256);
    expect(longest).toHaveLength(256);
    expect(parseCron(longest).daysOfWeek.values).toEqual([1]);
    expect(parseCron(`0 0 * * *${' '.repeat(247)}`).source).toBe('0 0 * * *');
    expect(refusal(`0 0 * * *${' '.repeat(248)}`).code).toBe('CRON_TOO_LONG');
    expect(refusal(`${longest} `).code).toBe('CRON_TOO_LONG');
    expect(refusal('@'.repeat(1_000_000)).code).toBe('CRON_TOO_LONG');
  });
});

describe('cron expressions that are read', () => {
  it.each([
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
    ['@monthly', '0 0 1 * *'],
    ['@weekly', '0 0 * * 0'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
    ['@DAILY', '@daily'],
    ['  0\t0  * * \t* ', '0 0 * * *'],
    ['0 0 * jan-Mar mon', '0 0 * 1-3 1'],
    ['0 0 * * 7', '0 0 * * 0'],
    ['0 0 * * 0-7', '0 0 * * 0-6'],
    ['0 0 * * 5-0', '0 0 * * 5-7'],
    ['0 0 * * FRI-SUN', '0 0 * * 5,6,0'],
    ['0 0 * * sun-tue', '0 0 * * 0-2'],
    ['0 0 * * 7-7', '0 0 * * 0'],
    ['0 0 * * 7L,7#2', '0 0 * * SUNL,sun#2'],
    ['0 0 * * 1#2,1#02', '0 0 * * 1#2'],
    ['0 0 l * *', '0 0 L * *'],
    ['5/15 * * * *', '5-59/15 * * * *'],
    ['0 0 1/10 * *', '0 0 1,11,21,31 * *'],
    ['0 0 * JUL/3 *', '0 0 * 7,10 *'],
    ['0 0 * * MON-FRI/2', '0 0 * * 1,3,5'],
    ['007 08 * * *', '7 8 * * *'],
    ['3,1,2,1 * * * *', '1-3 * * * *'],
    ['? ? ? ? ?', '* * * * *'],
    ['?/20 * * * *', '*/20 * * * *'],
    ['59-59 * * * *', '59 * * * *'],
  ])('%j means %j', (written, plain) => {
    expect(meaning(written)).toEqual(meaning(plain));
  });

  it.each([
    ['*/60 * * * *', [0]],
    ['*/40 * * * *', [0, 40]],
    ['*/5,7 * * * *', [0, 5, 7, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]],
    ['10-40/20,50 * * * *', [10, 30, 50]],
    ['10-20/30 * * * *', [10]],
  ])('%s has the minutes %j', (expression, minutes) => {
    expect(parseCron(expression).minutes).toEqual(minutes);
  });

  it.each([
    ['30 2 * * *', true],
    ['0,30 1-3 * * *', true],
    ['0-59 0-23 * * *', true],
    ['1,* 2 * * *', true],
    ['*/15 2 * * *', false],
    ['30 */2 * * *', false],
    ['*,1 2 * * *', false],
    ['0 ? * * *', false],
    ['* 30 2 * * *', true],
    ['@daily', true],
    ['@weekly', true],
    ['@monthly', true],
    ['@yearly', true],
    ['@hourly', false],
  ])('rule 2: %s is fixed-time: %s', (expression, isFixedTime) => {
    expect(parseCron(expression).isFixedTime).toBe(isFixedTime);
  });

  it.each([
    ['0 0 29 2 *', true],
    ['0 0 * 2 1#5', true],
    ['0 0 30 2 1', true],
    ['0 0 31 2 5L', true],
    ['0 0 30,L 2 *', true],
    ['0 0 */31 2 *', true],
    ['0 0 30 2 *', false],
    ['0 0 30 2 */2', false],
    ['0 0 31 11 *', false],
    ['0 0 31 4,6,9,11 ?', false],
    ['0 0 */30 * 1#2', false],
  ])('rule 8: %s can fire: %s', (expression, canFire) => {
    expect(cronCanFire(parseCron(expression))).toBe(canFire);
  });
});
