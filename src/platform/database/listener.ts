import { Client, escapeIdentifier } from 'pg';

const PING_EVERY_MS = 10_000;
const RECONNECT_MAX_MS = 15_000;

export type Hint = (payload: string) => void;

/**
 * One LISTEN connection per process, made when somebody subscribes. It pings, because a half-open connection stays silent for
 * ever, and reconnects with backoff. Subscribers are called after each reconnect too: hints may have been lost meanwhile.
 */
export class Listener {
  private readonly subscribers = new Map<string, Set<Hint>>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private isConnecting = false;
  private isClosed = false;

  constructor(private readonly url: string) {}

  get isConnected(): boolean {
    return this.client !== undefined;
  }

  /** Returns the function that ends the subscription. Channel names are constants of ours. */
  subscribe(channel: string, hint: Hint): () => void {
    const hints = this.subscribers.get(channel) ?? new Set();
    this.subscribers.set(channel, hints.add(hint));
    if (this.client) this.client.query(`LISTEN ${escapeIdentifier(channel)}`).catch(() => this.lost());
    else this.connectSoon(0);
    return () => hints.delete(hint);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private connectSoon(delayMs: number): void {
    if (this.timer !== undefined || this.isConnecting || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.isConnecting = true;
      void this.connect();
    }, delayMs);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'rota-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    client.on('notification', (message) => {
      for (const hint of this.subscribers.get(message.channel) ?? []) hint(message.payload ?? '');
    });
    try {
      await client.connect();
      if (this.isClosed) {
        await client.end();
        return;
      }
      this.client = client;
      for (const channel of this.subscribers.keys()) await client.query(`LISTEN ${escapeIdentifier(channel)}`);
      this.isConnecting = false;
      this.failures = 0;
      for (const hints of this.subscribers.values()) for (const hint of hints) hint('');
      this.pingLater(client);
    } catch {
      this.isConnecting = false;
      this.client ??= client;
      this.lost(client);
    }
  }

  private pingLater(client: Client): void {
    setTimeout(() => {
      if (this.client !== client) return;
      client.query('SELECT 1').then(
        () => this.pingLater(client),
        () => this.lost(client),
      );
    }, PING_EVERY_MS).unref();
  }

  private lost(client = this.client): void {
    if (client === undefined || client !== this.client) return;
    this.client = undefined;
    client.end().catch(() => undefined);
    this.failures += 1;
    this.connectSoon(Math.random() * Math.min(RECONNECT_MAX_MS, 250 * 2 ** Math.min(this.failures, 10)));
  }
}
