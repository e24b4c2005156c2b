import { partsOf, zoneCity } from '@/shell/time/format';

const MINUTE_MS = 60_000;
/** From so long before a run on, a change is what happens at it; else it has happened. */
const NEAR_MS = 2 * 24 * 60 * MINUTE_MS;

/** What the clock of a zone shows, as if it were UTC, minus UTC: its offset in milliseconds. */
function offsetOf(zone: string, at: number): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  const { year, month, day, clock } = partsOf(whole, zone);
  return Date.parse(`${day} ${month} ${year} ${clock} UTC`) - whole;
}

/** The first minute between two instants at which a zone has another offset. */
function changeBetween(zone: string, from: number, to: number): number | undefined {
  if (offsetOf(zone, from) === offsetOf(zone, to)) return undefined;
  let [before, after] = [from, to];
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle <= before) break;
    if (offsetOf(zone, middle) === offsetOf(zone, from)) before = middle;
    else after = middle;
  }
  return after;
}

const clockAt = (at: number, offset: number): string => new Date(at + offset).toISOString().slice(11, 16);

const hours = (ms: number): string => {
  const minutes = Math.abs(ms) / MINUTE_MS;
  if (minutes === 60) return 'an hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
};

/** What a reader would stumble over at each run: clocks that change before it, in the schedule's zone or the viewer's. */
export function zoneNotes(
  runs: readonly number[],
  scheduleZone: string,
  viewerZone: string,
): readonly (readonly string[])[] {
  return runs.map((at, index) => {
    const before = runs[index - 1];
    if (before === undefined) return repeatedNote(runs, at, scheduleZone);
    const notes = [...changeNotes(runs, before, at, scheduleZone), ...repeatedNote(runs, at, scheduleZone)];
    return viewerZone === scheduleZone ? notes : [...notes, ...viewerNotes(before, at, scheduleZone, viewerZone)];
  });
}

function changeNotes(runs: readonly number[], before: number, at: number, zone: string): string[] {
  const change = changeBetween(zone, before, at);
  if (change === undefined) return [];
  const [old, now] = [offsetOf(zone, change - MINUTE_MS), offsetOf(zone, change)];
  const city = zoneCity(zone);
  const way = `${hours(now - old)} ${now > old ? 'forward' : 'back'}`;
  if (at - change > NEAR_MS) {
    const { day, month } = partsOf(change, zone);
    return [`${city} has put its clocks ${way} before, on ${day} ${month}`];
  }
  if (now > old) {
    return [`${city} puts its clocks ${way}: ${clockAt(change, old)} to ${clockAt(change, now)} does not exist`];
  }
  // A run within the repeated hour says so itself.
  const isRepeated = runs.some((run) => isRepeatedAt(run, zone) && Math.abs(run - change) < 2 * (old - now));
  return isRepeated ? [] : [`${city} puts its clocks ${way}`];
}

/** Does the clock show the same again later? */
function isRepeatedAt(at: number, zone: string): boolean {
  return repeatAfter(at, zone) !== undefined;
}

function repeatAfter(at: number, zone: string): number | undefined {
  const fall = offsetOf(zone, at) - offsetOf(zone, at + 3 * 3_600_000);
  return fall > 0 && offsetOf(zone, at + fall) === offsetOf(zone, at) - fall ? at + fall : undefined;
}

function repeatedNote(runs: readonly number[], at: number, zone: string): string[] {
  const again = repeatAfter(at, zone);
  if (again === undefined) return [];
  const clock = clockAt(at, offsetOf(zone, at));
  const isBoth = runs.includes(again);
  return [`${zoneCity(zone)}: ${clock} comes twice; ${isBoth ? 'runs both times' : 'runs once, the first time'}`];
}

function viewerNotes(before: number, at: number, scheduleZone: string, viewerZone: string): string[] {
  const apart = (instant: number): number => offsetOf(viewerZone, instant) - offsetOf(scheduleZone, instant);
  const shift = apart(at) - apart(before);
  const hasChanged = changeBetween(viewerZone, before, at) !== undefined;
  const words = `${hours(shift)} ${shift < 0 ? 'earlier' : 'later'} for you`;
  const city = zoneCity(viewerZone);
  if (hasChanged)
    return [
      shift === 0 ? `${city} changes its clocks too: the same time for you` : `${city} changes its clocks: ${words}`,
    ];
  return shift === 0 ? [] : [`From here on ${words}`];
}
