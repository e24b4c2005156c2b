import { cronCanFire, nextCronInstant, parseCron, type CronExpression } from './index.js';
import { withCpuMs } from '../../../test/support/cpu-time.js';

/*
 * A second, slow reading of the rules that shares nothing with the engine: it walks every minute (or second) in UTC, asks
 * the zone for the wall clock, and decides as cronie would. The engine must give the same instants.
 */

interface Tick {
  readonly at: number;
  /** The wall clock read as UTC. */
  readonly local: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(zone: string, at: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

function walk(zone: string, from: number, to: number, step: number): Tick[] {
  const ticks: Tick[] = [];
  for (let at = from; at <= to; at += step) ticks.push({ at, local: wallClock(zone, at) });
  return ticks;
}

const NAMES = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function number(text: string): number {
  const upper = text.toUpperCase();
  if (NAMES.includes(upper)) return NAMES.indexOf(upper) + 1;
  return DAYS.includes(upper) ? DAYS.indexOf(upper) : Number(text);
}

/** Whether a value is in a field of numbers, names, ranges, steps and stars, by counting up to it. */
function holds(field: string, value: number, low: number, high: number): boolean {
  return field.split(',').some((item) => {
    if (/L|#/i.test(item) && !/JUL/i.test(item)) return false;
    const [range = '', step] = item.split('/');
    const [a = '', b] = range === '*' || range === '?' ? [String(low), String(high)] : range.split('-');
    const start = number(a);
    const end = b !== undefined ? number(b) : step !== undefined ? high : start;
    for (let at = start; at <= end; at += Number(step ?? 1)) if (at === value) return true;
    return false;
  });
}

class Model {
  private readonly fields: string[];
  private readonly isFixed: boolean;
  private readonly days = new Map<number, boolean>();
  private readonly seconds: boolean[];
  private readonly minutes: boolean[];
  private readonly hours: boolean[];

  constructor(expression: string) {
    const parts = expression.trim().split(/\s+/);
    this.fields = parts.length === 6 ? parts : ['0', ...parts];
    const [second = '', minute = '', hour = ''] = this.fields;
    const table = (field: string, size: number): boolean[] =>
      Array.from({ length: size }, (_, value) => holds(field, value, 0, size - 1));
    this.seconds = table(second, 60);
    this.minutes = table(minute, 60);
    this.hours = table(hour, 24);
    this.isFixed = !/^[*?]/.test(this.fields[1] ?? '') && !/^[*?]/.test(this.fields[2] ?? '');
  }

  private matches(local: number): boolean {
    const day = Math.floor(local / DAY);
    const time = local - day * DAY;
    const isTime =
      this.seconds[(time / 1000) % 60] === true &&
      this.minutes[Math.floor(time / MINUTE) % 60] === true &&
      this.hours[Math.floor(time / HOUR)] === true;
    if (!isTime) return false;
    let isDay = this.days.get(day);
    if (isDay === undefined) this.days.set(day, (isDay = this.matchesDay(new Date(local))));
    return isDay;
  }

  private matchesDay(at: Date): boolean {
    const [, , , dom = '', month = '', dow = ''] = this.fields;
    if (!holds(month, at.getUTCMonth() + 1, 1, 12)) return false;
    const tomorrow = new Date(at.getTime() + DAY).getUTCDate();
    const isLastWeek = new Date(at.getTime() + 7 * DAY).getUTCMonth() !== at.getUTCMonth();
    const weekday = at.getUTCDay();
    const isDom = holds(dom, at.getUTCDate(), 1, 31) || (/(^|,)L(,|$)/i.test(dom) && tomorrow === 1);
    const isDow =
      holds(dow, weekday, 0, 7) ||
      (weekday === 0 && holds(dow, 7, 0, 7)) ||
      dow.split(',').some((item) => {
        if (/L$/i.test(item)) return isLastWeek && number(item.slice(0, -1)) % 7 === weekday;
        const [name = '', nth] = item.split('#');
        return (
          nth !== undefined && number(name) % 7 === weekday && Math.floor((at.getUTCDate() + 6) / 7) === Number(nth)
        );
      });
    return /^[*?]/.test(dom) || /^[*?]/.test(dow) ? isDom && isDow : isDom || isDow;
  }

  /** All instants due on the ticks but the first. */
  due(ticks: readonly Tick[]): number[] {
    const found: number[] = [];
    let alreadyShown = Number.NEGATIVE_INFINITY;
    for (let index = 1; index < ticks.length; index += 1) {
      const [before, now] = [ticks[index - 1], ticks[index]];
      if (before === undefined || now === undefined) continue;
      const step = now.at - before.at;
      const jump = now.local - before.local - step;
      let isDue = false;
      if (this.isFixed && jump > 0 && jump < 3 * HOUR) {
        for (let local = before.local + step; local < now.local; local += step) isDue ||= this.matches(local);
      }
      if (jump < 0 && jump > -3 * HOUR) alreadyShown = before.local + step;
      const isRepeat = this.isFixed && now.local < alreadyShown;
      if (isDue || (!isRepeat && this.matches(now.local))) found.push(now.at);
    }
    return found;
  }
}

/** Instants of the engine after `from`, up to and with `to`. */
function engineRuns(expr: CronExpression, zone: string, from: number, to: number): number[] {
  const found: number[] = [];
  let at = nextCronInstant(expr, zone, new Date(from));
  while (at !== null && at.getTime() <= to) {
    const previous = found.at(-1) ?? from;
    if (at.getTime() <= previous) throw new Error(`not increasing: ${at.toISOString()} for ${expr.source} in ${zone}`);
    found.push(at.getTime());
    at = nextCronInstant(expr, zone, at);
  }
  return found;
}

const iso = (instants: readonly number[]): string[] => instants.map((at) => new Date(at).toISOString());

/** mulberry32: the same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class ExpressionMaker {
  constructor(private readonly random: () => number) {}

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private oneOf(...choices: (() => string)[]): string {
    return (choices[this.below(choices.length)] ?? String)();
  }

  private numbers(low: number, high: number): string {
    const value = (): number => low + this.below(high - low + 1);
    const range = (): string => {
      const [a, b] = [value(), value()];
      return `${Math.min(a, b)}-${Math.max(a, b)}`;
    };
    return this.oneOf(
      () => String(value()),
      () => String(value()),
      () => `${value()},${value()}`,
      range,
      () => `${range()}/${1 + this.below(5)}`,
      () => `${value()}/${2 + this.below(Math.max(1, Math.floor((high - low) / 2)))}`,
      () => `${range()},${value()}`,
    );
  }

  private field(low: number, high: number): string {
    return this.oneOf(
      () => '*',
      () => '?',
      () => `*/${1 + this.below(high - low)}`,
      () => `*/${1 + this.below(high - low)},${low + this.below(high - low)}`,
      () => `${low + this.below(high - low)},*`,
      () => this.numbers(low, high),
      () => this.numbers(low, high),
      () => this.numbers(low, high),
    );
  }

  /** Half of the hours are those in which clocks are set. */
  private hour(): string {
    return this.oneOf(
      () => this.numbers(0, 3),
      () => this.numbers(0, 4),
      () => '23',
      () => this.field(0, 23),
    );
  }

  private dayFields(): string {
    const usual = (): string => '*';
    const dom = this.oneOf(
      usual,
      usual,
      usual,
      () => this.field(1, 31),
      () => 'L',
      () => `L,${1 + this.below(31)}`,
    );
    const month = this.oneOf(
      usual,
      usual,
      usual,
      () => this.field(1, 12),
      () => 'MAR-NOV',
    );
    const dow = this.oneOf(
      usual,
      usual,
      usual,
      () => this.field(0, 7),
      () => `${this.below(8)}L`,
      () => `${DAYS[this.below(7)]}#${1 + this.below(5)}`,
      () => 'sat,Sun',
    );
    return `${dom} ${month} ${dow}`;
  }

  minutely(): string {
    return `${this.field(0, 59)} ${this.hour()} ${this.dayFields()}`;
  }

  secondly(): string {
    return `${this.field(0, 59)} ${this.minutely()}`;
  }
}

const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'America/Nuuk',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Berlin',
  'Europe/Chisinau',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
];

/** UTC days of 2025 to 2028 on which the zone changes its offset; some day of March for a zone that never does. */
function changeDays(zone: string): number[] {
  const days: number[] = [];
  for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2029, 0, 1); day += DAY) {
    if (wallClock(zone, day + DAY) - wallClock(zone, day) !== DAY) days.push(day);
  }
  return days.length > 0 ? days : [Date.UTC(2027, 2, 14)];
}

describe('cron against a model that walks the clock', () => {
  it.each(ZONES)('agrees on every minute around every clock change of 2025 to 2028 in %s', (zone) => {
    const maker = new ExpressionMaker(seeded(zone.length * 7919 + zone.charCodeAt(zone.length - 1)));
    for (const day of changeDays(zone)) {
      const ticks = walk(zone, day - DAY, day + 2 * DAY, MINUTE);
      for (let round = 0; round < 16; round += 1) {
        const expression = maker.minutely();
        const startTick = ticks[maker.below(ticks.length / 2)];
        const from = (startTick?.at ?? day) + (round % 3 === 0 ? maker.below(MINUTE) : 0);
        const to = day + 2 * DAY;
        const expected = new Model(expression).due(ticks).filter((at) => at > from);
        expect({ expression, from, runs: iso(engineRuns(parseCron(expression), zone, from, to)) }).toEqual({
          expression,
          from,
          runs: iso(expected),
        });
      }
    }
  });

  it.each([
    ['America/New_York', '2026-03-08T07:00Z'],
    ['America/New_York', '2026-11-01T06:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
    ['America/Santiago', '2026-09-06T04:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00Z'],
    ['Pacific/Kwajalein', '1993-08-21T12:00Z'],
    ['Pacific/Kwajalein', '1969-10-01T12:00Z'],
    ['Antarctica/Casey', '2018-03-10T17:00Z'],
    ['Antarctica/Casey', '2020-10-03T16:01Z'],
    ['Antarctica/Vostok', '1994-01-31T17:00Z'],
    ['America/New_York', '1883-11-18T17:00Z'],
    ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
    ['Europe/Amsterdam', '1937-07-01T00:00Z'],
    ['Asia/Manila', '1844-12-31T16:00Z'],
  ])('agrees on every second around the change in %s near %s', (zone, near) => {
    const maker = new ExpressionMaker(seeded(Date.parse(near) % 1_000_003));
    const first = Date.parse(near) - 5 * HOUR;
    const last = Date.parse(near) + 5 * HOUR;
    const ticks = walk(zone, first, last, 1000);
    for (let round = 0; round < 25; round += 1) {
      const expression = round % 2 === 0 ? maker.secondly() : maker.minutely();
      const from = first + maker.below(3 * HOUR);
      const expected = new Model(expression).due(ticks).filter((at) => at > from);
      expect({ expression, from, runs: iso(engineRuns(parseCron(expression), zone, from, last)) }).toEqual({
        expression,
        from,
        runs: iso(expected),
      });
    }
  });

  it('runs as often in a whole year as the model', () => {
    const zone = 'America/New_York';
    const [first, last] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const ticks = walk(zone, first, last, MINUTE);
    for (const expression of [
      '*/5 * * * *',
      '30 2 * * *',
      '15 */3 * * 1-5',
      '0 1-3 L * *',
      '*/30 2 * * SUN',
      '45 1 * * 0#1',
    ]) {
      const expected = new Model(expression).due(ticks);
      expect(engineRuns(parseCron(expression), zone, first, last)).toEqual(expected);
    }
  });
});

describe('cron search is bounded', () => {
  it('gives null exactly for what cannot fire, over 3,000 expressions and all zones, without a hang', () => {
    const maker = new ExpressionMaker(seeded(20260308));
    let slowestMs = 0;
    for (let round = 0; round < 3000; round += 1) {
      const expr = parseCron(round % 4 === 0 ? maker.secondly() : maker.minutely());
      const zone = ZONES[round % ZONES.length] ?? 'UTC';
      const from = new Date(Date.UTC(2025, 0, 1) + maker.below(4 * 365 * DAY));
      const { cpuMs, result: first } = withCpuMs(() => nextCronInstant(expr, zone, from));
      slowestMs = Math.max(slowestMs, cpuMs);
      if (!cronCanFire(expr)) expect(first).toBeNull();
      if (first === null) continue;
      const second = nextCronInstant(expr, zone, first);
      expect(first.getTime()).toBeGreaterThan(from.getTime());
      expect(second === null || second > first).toBe(true);
      // The slot is the same from any start between: nothing is remembered but the instant.
      expect(nextCronInstant(expr, zone, new Date(first.getTime() - 1))).toEqual(first);
    }
    // Each takes well under a millisecond; the bound is for a busy machine.
    expect(slowestMs).toBeLessThan(500);
  });
});
