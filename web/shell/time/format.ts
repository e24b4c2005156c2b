const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** 212 ms · 4.18 s · 2 m 06 s · 4 h 17 m · 6 d 04 h: two units at most. */
export function formatDuration(ms: number): string {
  const value = Math.max(0, ms);
  if (value < SECOND) return `${Math.round(value)} ms`;
  if (value < 10 * SECOND) return `${(value / SECOND).toFixed(2)} s`;
  if (value < MINUTE) return `${(value / SECOND).toFixed(1)} s`;
  if (value < HOUR) return `${Math.floor(value / MINUTE)} m ${pad(Math.floor((value % MINUTE) / SECOND))} s`;
  if (value < DAY) return `${Math.floor(value / HOUR)} h ${pad(Math.floor((value % HOUR) / MINUTE))} m`;
  return `${Math.floor(value / DAY)} d ${pad(Math.floor((value % DAY) / HOUR))} h`;
}

/** The same without fractions, for what only says roughly how long: 4 s, 2 m 06 s. */
export function formatWhole(ms: number): string {
  const value = Math.max(0, ms);
  return value < MINUTE ? `${Math.floor(value / SECOND)} s` : formatDuration(value);
}

/** 0:42, and with a tenth under ten seconds: 9.3. */
export function formatCountdown(ms: number): string {
  const value = Math.max(0, ms);
  if (value < 10 * SECOND) return (value / SECOND).toFixed(1);
  if (value >= HOUR) return formatDuration(value);
  return `${Math.floor(value / MINUTE)}:${pad(Math.floor((value % MINUTE) / SECOND))}`;
}

export function formatAgo(instant: number, now: number): string {
  const difference = now - instant;
  if (difference < -2_000) return `in ${formatWhole(-difference)}`;
  return difference < 1_000 ? 'now' : `${formatWhole(difference)} ago`;
}

interface Parts {
  readonly year: number;
  readonly month: string;
  readonly day: number;
  readonly clock: string;
  readonly weekday: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

export function partsOf(instant: number, zone: string): Parts {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return {
    year: Number(parts.get('year')),
    month: parts.get('month') ?? '',
    day: Number(parts.get('day')),
    clock: `${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}`,
    weekday: parts.get('weekday') ?? '',
  };
}

/** Today 03:12:07; other days 23 Oct 16:40; other years add the year. */
export function formatInstant(instant: number, zone: string, now: number, hasMilliseconds = false): string {
  const at = partsOf(instant, zone);
  const today = partsOf(now, zone);
  const fraction = hasMilliseconds ? `.${pad(((instant % 1_000) + 1_000) % 1_000, 3)}` : '';
  if (at.year === today.year && at.month === today.month && at.day === today.day) return `${at.clock}${fraction}`;
  const clock = hasMilliseconds ? `${at.clock}${fraction}` : at.clock.slice(0, 5);
  const year = at.year === today.year ? '' : ` ${at.year}`;
  return `${at.day} ${at.month}${year} ${clock}`;
}

/** Everything about an instant, for the hover. */
export function formatWholeInstant(instant: number, zone: string): string {
  const { weekday, day, month, year, clock } = partsOf(instant, zone);
  return `${weekday} ${day} ${month} ${year} ${clock}`;
}

/** Which names a zone has depends on who reads: American English knows EST and not CET, British the other way round. */
const NAMING = ['en-US', 'en-GB', 'en-AU'];

/** CET, EDT, GMT+5:45. */
export function zoneAbbreviation(zone: string, instant: number): string {
  const names = NAMING.map((locale) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName'),
  ).flatMap((part) => (part === undefined ? [] : [part.value]));
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? zone;
}

/** Berlin, New York, Kathmandu, UTC. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

export const formatCount = (count: number): string => count.toLocaleString('en-US');

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** For an axis, where a whole number has no room: 250K, 1.5M. */
export const formatCompact = (count: number): string => (count < 10_000 ? formatCount(count) : COMPACT.format(count));

/** A capped count says that it is one: 10,000+. */
export const formatCapped = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  `${formatCount(count)}${isCapped ? '+' : ''}`;

export const formatPercent = (share: number): string => {
  const percent = share * 100;
  return percent === 0 || percent >= 10 ? percent.toFixed(percent % 1 === 0 ? 0 : 1) : percent.toFixed(1);
};

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** UUIDv7 of one moment share their start: the end tells them apart. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
