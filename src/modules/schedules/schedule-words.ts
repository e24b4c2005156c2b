import { describeCron, parseCron, utcOffsetLabel } from '../../kernel/cron/index.js';
import type { ScheduleTiming } from './schedule.js';

/** When a schedule is due, in words; undefined for a definition that cannot be read. */
export function wordsOf(timing: ScheduleTiming): string | undefined {
  try {
    if (timing.kind === 'cron') return describeCron(parseCron(timing.cron ?? ''));
    if (timing.kind === 'interval') return `every ${durationWords(timing.intervalMs ?? 0)}`;
    return 'once';
  } catch {
    return undefined;
  }
}

const UNITS = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

/** The largest units that say it exactly: "hour", "90 minutes" as "1 hour 30 minutes". */
function durationWords(durationMs: number): string {
  const parts: [number, string][] = [];
  let restMs = durationMs;
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(restMs / unitMs);
    if (count > 0) parts.push([count, unit]);
    restMs %= unitMs;
  }
  const [only] = parts;
  if (parts.length === 1 && only?.[0] === 1) return only[1];
  return parts.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ');
}

/** An instant on the clock of a zone: `2026-03-08T03:00:00-04:00`. */
export function localInstant(timeZone: string, at: Date): { readonly local: string; readonly offset: string } {
  const offset = utcOffsetLabel(timeZone, at);
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(4).split(':').map(Number);
  const offsetMs = (offset[3] === '-' ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const clock = new Date(at.getTime() + offsetMs).toISOString().replace(/(?:\.000)?Z$/, '');
  return { local: `${clock}${offset.slice(3)}`, offset };
}
