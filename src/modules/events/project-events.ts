import { randomBytes } from 'node:crypto';
import { type Topic, TOPICS } from '../changes/index.js';

/** Where hints go: a stream. */
export interface EventSink {
  /** `id` is what the client sends as Last-Event-ID when it comes back. */
  send(event: string, data: object, id?: string): void;
}

export interface TopicVersion {
  readonly topic: Topic;
  /** Rises with every hint; 0 when there was none since this process began to watch. */
  readonly version: number;
}

const EVERY_MS = 1_000;
const EVENT_ID = /^([0-9a-f]{16})-([0-9]{1,15})$/;

/**
 * The hints of one project in this process. Nothing of what happened is kept but a version per topic, under an epoch that is
 * made anew whenever somebody begins to watch: whoever comes back with another epoch is told to look at everything again.
 */
export class ProjectEvents {
  readonly sinks = new Set<EventSink>();
  private readonly epoch = randomBytes(8).toString('hex');
  private readonly versions = new Map<Topic, number>();
  private readonly pending = new Set<Topic>();
  private version = 0;
  private lastSentAtMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  get id(): string {
    return `${this.epoch}-${this.version}`;
  }

  get topics(): TopicVersion[] {
    return TOPICS.map((topic) => ({ topic, version: this.versions.get(topic) ?? 0 }));
  }

  /** At most once a second to each sink: the first of a quiet spell at once, what follows at the end of its second. */
  changed(topics: Iterable<Topic>): void {
    for (const topic of topics) this.pending.add(topic);
    if (this.timer !== undefined || this.pending.size === 0) return;
    const waitMs = Math.max(0, this.lastSentAtMs + EVERY_MS - performance.now());
    this.timer = setTimeout(() => this.send(), waitMs).unref();
  }

  /** Greets a sink with where things stand: what it missed if it has been here, else that it must look at everything. */
  add(sink: EventSink, lastEventId: string | undefined): void {
    this.sinks.add(sink);
    if (lastEventId === undefined) return sink.send('ready', {}, this.id);
    const [, epoch, seen] = EVENT_ID.exec(lastEventId) ?? [];
    if (epoch !== this.epoch || Number(seen) > this.version) return sink.send('resync', {}, this.id);
    for (const [topic, version] of this.versions) if (version > Number(seen)) this.tell(sink, topic, version);
    sink.send('ready', {}, this.id);
  }

  close(): void {
    clearTimeout(this.timer);
    this.sinks.clear();
  }

  private send(): void {
    this.timer = undefined;
    this.lastSentAtMs = performance.now();
    for (const topic of this.pending) {
      this.version += 1;
      this.versions.set(topic, this.version);
      for (const sink of this.sinks) this.tell(sink, topic, this.version);
    }
    this.pending.clear();
  }

  private tell(sink: EventSink, topic: Topic, version: number): void {
    sink.send('changed', { topic, version }, `${this.epoch}-${version}`);
  }
}
