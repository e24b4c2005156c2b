import type { Session } from './database.js';
import type { BoundStatement, Statement } from './sql-loader.js';

const COALESCE_MS = 100;
const NOTIFY: Statement = {
  name: 'notify',
  text: 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS h(c, p)',
};

/**
 * Sends NOTIFY as a hint. Every committing notifier takes one lock for the whole database, so hints of a process are coalesced
 * to one per channel and 100 ms and travel outside the transactions that caused them; the first of a quiet spell leaves at once.
 * A hint that cannot be sent is dropped: polling is the truth.
 */
export class Notifier {
  private readonly pending = new Map<string, Set<string>>();
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private lastSentAtMs = -Infinity;

  constructor(private readonly session: Session) {}

  /** `payload` is an id or nothing; hints with the same channel and payload are one. */
  notify(channel: string, payload = ''): void {
    const payloads = this.pending.get(channel) ?? new Set();
    this.pending.set(channel, payloads.add(payload));
    const waitMs = this.lastSentAtMs + COALESCE_MS - performance.now();
    // A timer of 0 fires after 1 ms or more: half of what an idle worker takes to pick a job up.
    if (waitMs <= 0 && this.timer === undefined) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), Math.max(0, waitMs));
  }

  /**
   * The hints for a caller who sends them behind the statement that they are about, which saves an idle worker the half of a
   * millisecond that a way of their own takes. Undefined: it is not their turn; then call {@link notify} afterwards.
   */
  takeTurn(channel: string, payloads: readonly string[]): BoundStatement | undefined {
    const isTurn = this.timer === undefined && performance.now() - this.lastSentAtMs >= COALESCE_MS;
    if (!isTurn || payloads.length === 0) return undefined;
    this.lastSentAtMs = performance.now();
    return { statement: NOTIFY, values: [payloads.map(() => channel), payloads] };
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    await this.sending;
  }

  private flush(): void {
    this.timer = undefined;
    const hints = [...this.pending].flatMap(([channel, payloads]) =>
      [...payloads].map((payload) => ({ channel, payload })),
    );
    this.pending.clear();
    if (hints.length === 0) return;
    this.lastSentAtMs = performance.now();
    const send = () =>
      this.session.query(NOTIFY, [hints.map((hint) => hint.channel), hints.map((hint) => hint.payload)]);
    this.sending = this.sending.then(send).then(
      () => undefined,
      () => undefined,
    );
  }
}
