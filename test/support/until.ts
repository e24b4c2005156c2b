/** What a condition may take on a machine that is busy. Nearly all come within a second; where none is expected to come, less will do. */
const PATIENCE_MS = Number(process.env['ROTA_TEST_PATIENCE_MS'] ?? 30_000);

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
