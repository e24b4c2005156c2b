import { PATIENCE_MS } from './patience.mjs';

/** Asks until `probe` answers something truthy, and fails at the deadline: a condition to wait for, never a sleep. */
export async function until(probe, what, deadlineMs = PATIENCE_MS) {
  const endsAtMs = performance.now() + deadlineMs;
  for (;;) {
    const answer = await probe();
    if (answer) return answer;
    if (performance.now() > endsAtMs) throw new Error(`did not happen within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
