import type { ClaimedJob } from '../claiming/index.js';

const SECONDS_AT = 17;
/** `2026-01-31 23:59:` and its milliseconds: jobs of one claim are due in few different minutes. */
let minute = '';
let minuteMs = 0;

/** Since the job was due, by the clock of the database. 20,000 times a second, so that almost nothing is parsed twice. */
export function waitMs({
  runAt,
  queue,
}: Pick<ClaimedJob, 'runAt'> & { readonly queue: { readonly nowMs: number } }): number {
  if (!runAt.startsWith(minute) || minute === '') {
    minute = runAt.slice(0, SECONDS_AT);
    minuteMs = Date.parse(`${minute.replace(' ', 'T')}00Z`);
  }
  const waited = queue.nowMs - minuteMs - secondsMs(runAt);
  return waited > 0 ? waited : 0;
}

/** `59.123456+00` or `59+00` at the end of the text, to the millisecond. Digit by digit: a number parsed from a slice costs ten times that. */
function secondsMs(runAt: string): number {
  const digit = (at: number): number => runAt.charCodeAt(SECONDS_AT + at) - 48;
  let ms = digit(0) * 10_000 + digit(1) * 1_000;
  for (let at = 3, unit = 100; unit >= 1 && digit(2) === DOT && isDigit(digit(at)); at += 1, unit /= 10)
    ms += digit(at) * unit;
  return ms;
}

const DOT = '.'.charCodeAt(0) - 48;
const isDigit = (digit: number): boolean => digit >= 0 && digit <= 9;
