/** Below this a difference is the age of an answer, not a wrong clock. */
const NOTICED_MS = 2_000;

let skewMs = 0;

/** Countdowns go by the server's clock: the one of a laptop may be wrong. */
export function noteServerClock(date: string | null): void {
  if (date === null) return;
  const difference = Date.parse(date) + 500 - Date.now();
  if (Number.isFinite(difference)) skewMs = Math.abs(difference) < NOTICED_MS ? 0 : difference;
}

export function serverNow(): number {
  return Date.now() + skewMs;
}
