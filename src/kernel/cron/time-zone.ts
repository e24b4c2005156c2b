import { TimeZoneError, quoteInput } from './cron.errors.js';
import { ianaNamesByLowerCase } from './iana-names.js';

/**
 * The three-letter zones that IANA once defined as fixed offsets. Since 2024b they are links to Panama, Phoenix and
 * Honolulu and would follow any change of law there, so they are stored as the fixed zones that their names promise.
 * The sign of the Etc zones is POSIX's: `Etc/GMT+5` is five hours *behind* UTC.
 */
const FIXED_ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['est', 'Etc/GMT+5'],
  ['mst', 'Etc/GMT+7'],
  ['hst', 'Etc/GMT+10'],
]);

let namesByLowerCase: Map<string, string> | undefined;

/**
 * The zone to store and to show for a name that somebody typed: the IANA name as given, in IANA's own letter case
 * (`America/new_york` becomes `America/New_York`, `utc` becomes `UTC`; a link such as `US/Eastern` stays itself), and
 * `EST`, `MST`, `HST` as fixed Etc zones. Everything else is refused: offsets (`+01:00`, `GMT+1`), abbreviations that mean
 * several zones (`IST`, `BST`), spaces, names that this runtime has no rules for.
 *
 * @throws TimeZoneError
 */
export function canonicalTimeZone(name: string): string {
  namesByLowerCase ??= ianaNamesByLowerCase();
  // Only ASCII is folded: U+212A (Kelvin) would become a plain k.
  const key = /^[A-Za-z0-9_+/-]{1,64}$/.test(name) ? name.toLowerCase() : '';
  const zone = FIXED_ABBREVIATIONS.get(key) ?? namesByLowerCase.get(key);
  if (zone === undefined || !isSupported(zone)) {
    throw new TimeZoneError(
      `Unknown time zone ${quoteInput(name)}. Use an IANA name such as "Europe/Berlin" or "UTC"; ` +
        'offsets and abbreviations are not accepted.',
    );
  }
  return zone;
}

function isSupported(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Before this no zone has a rule, only its mean solar time; also keeps the formatter off the years before Christ. */
const EARLIEST_RULE_MS = Date.UTC(1800, 0, 1);

/** Reads the offset of one zone at an instant, through `Intl`: a little over a microsecond per look-up. */
export class OffsetReader {
  private readonly format: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Milliseconds to add to the instant to get the local time; `atMs` is rounded down to a whole second. */
  offsetMsAt(atMs: number): number {
    const secondMs = Math.floor(Math.max(atMs, EARLIEST_RULE_MS) / 1000) * 1000;
    const text = this.format.format(secondMs);
    const parts = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(text);
    if (parts === null) throw new Error(`Unexpected date format of this runtime: ${text}`);
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - secondMs;
  }
}
