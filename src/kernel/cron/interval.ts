/**
 * The first instant of the grid anchor, anchor + every, anchor + 2 × every … that is strictly after `from`. Counted in
 * elapsed time (UTC), never on the wall clock, so a clock change makes no interval shorter or longer. The anchor itself is
 * the first instant: before it nothing is due.
 *
 * @param everyMs length of the interval in milliseconds, a positive whole number
 * @throws RangeError for an invalid length or date, or when the instant lies beyond what a date can hold
 */
export function nextIntervalInstant(everyMs: number, anchor: Date, from: Date): Date {
  const anchorMs = anchor.getTime();
  const fromMs = from.getTime();
  if (!Number.isSafeInteger(everyMs) || everyMs < 1)
    throw new RangeError('An interval is a positive whole number of ms');
  if (Number.isNaN(anchorMs) || Number.isNaN(fromMs)) throw new RangeError('nextIntervalInstant needs valid dates');
  const periods = Math.max(0, Math.floor((fromMs - anchorMs) / everyMs) + 1);
  const next = new Date(anchorMs + periods * everyMs);
  if (Number.isNaN(next.getTime())) throw new RangeError('The next instant of the interval is beyond the last date');
  return next;
}
