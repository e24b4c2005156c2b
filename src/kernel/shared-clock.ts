/**
 * The time that all processes of an installation share: that of the database, told by the clock of this host and how far that one
 * is off. For what is minted here and read elsewhere: ids and tokens. What a statement can decide by itself, it decides by `now()`.
 */
let aheadMs = 0;
let steps = 0;

/** A difference up to that, in milliseconds, is left alone: hosts that follow the same time are closer than they can be measured. */
const TOLERANCE_MS = 100;

export function sharedNowMs(): number {
  return Date.now() - aheadMs;
}

/** Grows whenever the shared time was set anew: what was minted before may then lie in the future. */
export function sharedClockSteps(): number {
  return steps;
}

/**
 * This host's clock is that much ahead of the database's (negative: behind), as far as could be measured.
 *
 * @returns whether the shared time was set anew
 */
export function setHostAhead(ms: number, uncertaintyMs: number): boolean {
  if (Math.abs(ms - aheadMs) <= TOLERANCE_MS + uncertaintyMs) return false;
  aheadMs = ms;
  steps += 1;
  return true;
}
