import { describeCron, parseCron } from './index.js';

describe('cron in words', () => {
  it.each([
    ['* * * * *', 'every minute'],
    ['* * * * * *', 'every second'],
    ['*/20 * * * * *', 'every 20 seconds'],
    ['15 * * * * *', 'at second 15 of every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['*/40 * * * *', 'at minutes 0 and 40 of every hour'],
    ['*/45 * * * *', 'at minutes 0 and 45 of every hour'],
    ['*/60 * * * *', 'at minute 0 of every hour'],
    ['*/7 9 * * *', 'at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of hour 9, every day'],
    ['5/15 * * * *', 'every 15 minutes from minute 5 of every hour'],
    ['15/15 * * * *', 'at minutes 15, 30 and 45 of every hour'],
    ['0,30 * * * *', 'at minutes 0 and 30 of every hour'],
    ['10-20 * * * *', 'at minutes 10 through 20 of every hour'],
    ['@hourly', 'at minute 0 of every hour'],
    ['@daily', 'at 00:00, every day'],
    ['@weekly', 'at 00:00, on Sunday'],
    ['@monthly', 'at 00:00, on day 1 of the month'],
    ['@yearly', 'at 00:00, on day 1 of the month, in January'],
    ['30 2 * * *', 'at 02:30, every day'],
    ['0,30 9,17 * * 1-5', 'at 09:00, 09:30, 17:00 and 17:30, on Monday through Friday'],
    ['*/20 30 4 * * *', 'at 04:30:00, 04:30:20 and 04:30:40, every day'],
    ['*/15 9-17 * * MON-FRI', 'every 15 minutes of hours 9 through 17, on Monday through Friday'],
    ['* 2 * * *', 'every minute of hour 2, every day'],
    ['0 9-17 * * FRI-SUN', 'at minute 0 of hours 9 through 17, on Friday through Sunday'],
    ['0 0 1,15,L 6,7,12 *', 'at 00:00, on days 1 and 15 and the last day of the month, in June, July and December'],
    ['0 9 * * 1#1,5L', 'at 09:00, on the first Monday of the month and the last Friday of the month'],
    ['0 0 13 * 5', 'at 00:00, on day 13 of the month, and also on Friday'],
    ['0 0 1-31 * 1', 'at 00:00, every day'],
    ['0 0 */10 * 1', 'at 00:00, on Monday, only where that falls on days 1, 11, 21 and 31 of the month'],
    ['0 0 * JAN-MAR *', 'at 00:00, every day, in January through March'],
  ])('%s is "%s"', (expression, words) => {
    expect(describeCron(parseCron(expression))).toBe(words);
  });
});
