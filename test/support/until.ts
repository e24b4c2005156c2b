/** What a condition may take on a machine that is busy. Nearly all come within a second; where none is expected to come, less will do. */
const PATIENCE_MS = Number(process.env['ROTA_TEST_PATIENCE_MS'] ?? 60_000);

/** Asks until `probe` answers something truthy, and fails at the deadline: a condition to wait for, never a sleep. */
export async function until<T>(
  probe: () => Promise<T> | T,
  what: string,
  deadlineMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const endsAtMs = performance.now() + deadlineMs;
  for (;;) {
    const answer = await probe();
    if (answer) return answer;
    if (performance.now() > endsAtMs) throw new Error(`did not happen within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * For what may be remembered for a while and no longer: asks until `probe` answers something truthy, and fails when an ask that
 * began `withinMs` after this call did not. How long an answer takes on a busy machine plays no part.
 */
export async function untilKnown<T>(probe: () => Promise<T>, what: string, withinMs = 1_000): Promise<NonNullable<T>> {
  const calledAtMs = performance.now();
  for (;;) {
    const askedAfterMs = performance.now() - calledAtMs;
    const answer = await probe();
    if (answer) return answer;
    if (askedAfterMs >= withinMs) throw new Error(`was not so ${askedAfterMs.toFixed()} ms later: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
