import { type Topic, topicOf } from './topics';

export type StreamState = 'connecting' | 'live' | 'down';

interface Listener {
  readonly onState: (state: StreamState) => void;
  readonly onHint: (topic: Topic) => void;
  /** Everything may have changed. */
  readonly onResync: () => void;
}

/** A connection that is not there after so long is said to be down. */
const PATIENCE_MS = 4_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/**
 * Hints of one project. A browser comes back by itself after a lost connection, and tells what it has seen; after a refusal, and
 * when the stream says that it ends (with its token, or because a server restarts), a new one is opened from here.
 */
export class LiveStream {
  private source: EventSource | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private retryMs = FIRST_RETRY_MS;
  private hasBeenLive = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.patience);
    this.source?.close();
    this.source = undefined;
  }

  private open(): void {
    const source = new EventSource(this.url);
    this.source = source;
    this.wait();
    source.addEventListener('ready', () => this.greeted(this.hasBeenLive));
    source.addEventListener('resync', () => this.greeted(true));
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const topic = topicOf(data);
      if (topic !== undefined) this.listener.onHint(topic);
    });
    source.addEventListener('end', () => this.reopen());
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.reopen();
      else this.wait();
    });
  }

  private greeted(mayHaveMissed: boolean): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.retryMs = FIRST_RETRY_MS;
    this.hasBeenLive = true;
    this.listener.onState('live');
    if (mayHaveMissed) this.listener.onResync();
  }

  private wait(): void {
    this.patience ??= setTimeout(() => this.listener.onState('down'), PATIENCE_MS);
  }

  private reopen(): void {
    this.source?.close();
    this.wait();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.open(), this.retryMs * (0.5 + Math.random() / 2));
    this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs * 2);
  }
}
