const FIRST_MS = 500;
/** Of a thread that dies at each start: it costs a tenth of a second of a processor each time. */
const MAX_MS = 10_000;

/** How long to wait before a thread that died is started anew: longer after each death, until one of them has come to work. */
export class RespawnPause {
  private pauseMs = FIRST_MS;

  nextMs(): number {
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(MAX_MS, 2 * pauseMs);
    return pauseMs;
  }

  /** The thread has come to work. */
  reset(): void {
    this.pauseMs = FIRST_MS;
  }
}
