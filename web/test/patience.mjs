/** What a condition may take on a machine that is busy: nothing waits so long on an idle one. */
export const PATIENCE_MS = 120_000;
