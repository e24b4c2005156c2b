import { DAY_MS, cronCanFire, nextLocalMatch } from './cron-calendar.js';
import type { CronExpression } from './cron-expression.js';
import { CLOCK_CHANGE_LIMIT_MS, zoneClock, type ZonePiece } from './zone-clock.js';

/** A date that comes at all comes within 40 years (29 February on a given weekday, across 2100); some are to spare. */
const SEARCH_MS = 48 * 366 * DAY_MS;
const MAX_DATE_MS = 8.64e15;
/** No clock was ever set back by more than a day. */
const LONGEST_SET_BACK_MS = 26 * 3_600_000;

/**
 * The next instant at which the expression is due in the zone, strictly after `from`, on a whole second; null when it
 * never is again. Rules of cronie for clock changes under three hours: a fixed-time job that is due in a gap runs once, at
 * the first instant after it, and runs in the first pass of an overlap only; a wildcard job follows the clock as shown.
 * Longer jumps are matched plainly. Independent of the zone of the process.
 *
 * Null also covers what only the zone makes impossible (a wildcard job whose only hour of the year is always skipped), so
 * a schedule should be refused on null, not on `cronCanFire` alone.
 *
 * @throws TimeZoneError for an unknown zone, RangeError for an invalid date.
 */
export function nextCronInstant(expr: CronExpression, timeZone: string, from: Date): Date | null {
  const fromMs = from.getTime();
  if (Number.isNaN(fromMs)) throw new RangeError('nextCronInstant needs a valid date to start from');
  const clock = zoneClock(timeZone);
  if (!cronCanFire(expr)) return null;
  const limitMs = Math.min(fromMs + SEARCH_MS, MAX_DATE_MS - 2 * DAY_MS);
  let atMs = Math.max(Math.floor(fromMs / 1000) * 1000 + 1000, 2 * DAY_MS - MAX_DATE_MS);
  while (atMs <= limitMs) {
    const step = searchPiece(expr, clock.pieceAt(atMs), atMs, limitMs);
    if (step.isDue) return new Date(step.atMs);
    atMs = step.atMs;
  }
  return null;
}

interface SearchStep {
  readonly isDue: boolean;
  /** The instant found, or the one to go on from (later than before; infinity when there is nothing up to the limit). */
  readonly atMs: number;
}

function searchPiece(expr: CronExpression, piece: ZonePiece, atMs: number, limitMs: number): SearchStep {
  if (expr.isFixedTime && atMs === piece.startAtMs && isDueInGapBefore(expr, piece)) return { isDue: true, atMs };
  const { offsetMs } = piece;
  const shownMs = atMs + offsetMs;
  const localMs = expr.isFixedTime ? Math.max(shownMs, piece.repeatsUntilLocalMs) : shownMs;
  const match = nextLocalMatch(expr, localMs, limitMs + offsetMs) ?? Number.POSITIVE_INFINITY;
  const endLocalMs = piece.endAtMs + offsetMs;
  if (match < endLocalMs) return { isDue: true, atMs: match - offsetMs };
  // Far enough from the end of the piece no later set-back can show these local times again, so what lies between is
  // known to be empty: go on a little before the match, for the offset may be another one by then.
  const canLeap = endLocalMs - localMs > LONGEST_SET_BACK_MS;
  return { isDue: false, atMs: canLeap ? Math.max(piece.endAtMs, match - offsetMs - 2 * DAY_MS) : piece.endAtMs };
}

/** Whether the job was due at a local time that the clock left out when it moved on to the start of this piece. */
function isDueInGapBefore(expr: CronExpression, piece: ZonePiece): boolean {
  if (piece.shiftMs <= 0 || piece.shiftMs >= CLOCK_CHANGE_LIMIT_MS) return false;
  const gapEndLocalMs = piece.startAtMs + piece.offsetMs;
  return nextLocalMatch(expr, gapEndLocalMs - piece.shiftMs, gapEndLocalMs) !== null;
}
