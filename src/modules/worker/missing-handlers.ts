import { PUT_BACK_FIRST_MS, PUT_BACK_MAX_MS } from '../../kernel/put-back.js';

/** Handlers are names that other processes chose: no more of them are remembered. */
const MAX_REMEMBERED = 1_000;

/**
 * How long jobs wait that this process has no handler for. Each time costs a claim, a write and a row of history, so the pause
 * grows with the time for which the handler has been missing; its end is short enough for a deployment that brings it.
 */
export class MissingHandlers {
  private readonly sinceMs = new Map<string, number>();

  /** In milliseconds: as long as this handler has been missing, between the first pause and the longest. */
  delayMs(handler: string, nowMs: number): number {
    const since = this.sinceMs.get(handler) ?? nowMs;
    if (this.sinceMs.size < MAX_REMEMBERED) this.sinceMs.set(handler, since);
    return Math.min(PUT_BACK_MAX_MS, Math.max(PUT_BACK_FIRST_MS, nowMs - since));
  }
}
