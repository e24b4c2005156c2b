const pad = (value: number): string => String(value).padStart(2, '0');

/** How far a zone is from UTC at an instant, in milliseconds. */
function offsetOf(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(instant / 1_000) * 1_000;
}

/** `2026-11-29 16:03:29`, as clocks in the zone show it. */
export function wallClockOf(instant: number, zone: string): string {
  const at = new Date(instant + offsetOf(instant, zone));
  const day = `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
  return `${day} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
}

/** The instant at which clocks in the zone show this. What is shown twice means the first time, what is skipped the time after. */
export function instantInZone(wall: string, zone: string): number | undefined {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const candidates = [asUtc - 86_400_000, asUtc + 86_400_000].map((near) => asUtc - offsetOf(near, zone));
  const exact = candidates.filter((instant) => instant + offsetOf(instant, zone) === asUtc);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}
