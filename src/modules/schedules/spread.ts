const SPREAD_MS = 60_000;
/** Two missed runs need not wait a minute for each other. */
const LONGEST_STEP_MS = 1_000;

/** Delays in milliseconds, evenly over a minute, from 0 on; closer together when there are few. */
export function spreadDelays(count: number): number[] {
  const stepMs = count < 2 ? 0 : Math.min(LONGEST_STEP_MS, SPREAD_MS / (count - 1));
  return Array.from({ length: count }, (_, index) => Math.round(index * stepMs));
}
