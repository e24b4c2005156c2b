import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Listener } from '../../platform/database/index.js';
import { Shutdown } from '../../platform/lifecycle/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { CHANGED_CHANNEL, EVERY_PROJECT, parseChange, type Topic, TOPICS } from '../changes/index.js';
import { QUEUED_CHANNEL } from '../jobs/index.js';
import type { EventStream } from './event-stream.js';
import { EVENT_METRICS } from './events.metrics.js';
import { ProjectEvents } from './project-events.js';
import { QueueOwners } from './queue-owners.js';

/** What a change of a topic changes besides. */
const IMPLIED: Readonly<Partial<Record<Topic, readonly Topic[]>>> = {
  jobs: ['jobs', 'queues', 'stats'],
  'dead-letters': ['dead-letters', 'jobs', 'queues', 'stats'],
  queues: ['queues', 'stats'],
};
const PACE_MS = 5_000;
/** Workers beat at that pace, and ages and rates move by themselves. */
const AT_PACE: readonly Topic[] = ['workers', 'stats'];
/** Who asks without a stream is remembered for so long. */
const WATCHED_MS = 60_000;

interface Watched {
  readonly events: ProjectEvents;
  lastAskedAtMs: number;
}

/** Something that is done at the pace of the hub for every open stream. */
type Attendant = () => void;

/**
 * Takes the hints of all processes and passes them on to those who watch a project here. While nobody watches it does nothing.
 * Where no LISTEN is possible everything is hinted at its pace, so that clients ask as if they polled.
 */
@Injectable()
export class EventHub implements OnModuleDestroy {
  private readonly projects = new Map<string, Watched>();
  private readonly attendants = new Set<Attendant>();
  private isListening = false;
  private timer: NodeJS.Timeout | undefined;
  private streamCount = 0;

  constructor(
    private readonly listener: Listener,
    private readonly owners: QueueOwners,
    shutdown: Shutdown,
    metrics: Metrics,
  ) {
    // Before the server stops listening: it would wait for the streams to end.
    shutdown.on('readiness', 'event streams', () => this.closeAll());
    metrics.gauge(EVENT_METRICS.streams, (set) => set({}, this.streamCount));
  }

  get streams(): number {
    return this.streamCount;
  }

  streamsOf(projectId: string): number {
    return this.projects.get(projectId)?.events.sinks.size ?? 0;
  }

  watch(projectId: string): ProjectEvents {
    this.listen();
    const known = this.projects.get(projectId);
    const watched = known ?? { events: new ProjectEvents(), lastAskedAtMs: 0 };
    watched.lastAskedAtMs = performance.now();
    if (!known) this.projects.set(projectId, watched);
    this.timer ??= setInterval(() => this.keepPace(), PACE_MS).unref();
    return watched.events;
  }

  open(projectId: string, stream: EventStream, lastEventId: string | undefined, attendant: Attendant): void {
    this.streamCount += 1;
    this.attendants.add(attendant);
    this.watch(projectId).add(stream, lastEventId);
  }

  left(projectId: string, stream: EventStream, attendant: Attendant): void {
    if (!this.attendants.delete(attendant)) return;
    this.streamCount -= 1;
    this.projects.get(projectId)?.events.sinks.delete(stream);
  }

  changed(projectId: string, topics: readonly Topic[]): void {
    if (this.projects.size === 0) return;
    const implied = new Set(topics.flatMap((topic) => IMPLIED[topic] ?? [topic]));
    if (projectId !== EVERY_PROJECT) this.projects.get(projectId)?.events.changed(implied);
    else for (const { events } of this.projects.values()) events.changed(implied);
  }

  /** A change made by this process, which hears of it like everybody else where it can listen. */
  changedHere(projectId: string, topics: readonly Topic[]): void {
    if (!this.listener.isConnected) this.changed(projectId, topics);
  }

  onModuleDestroy(): void {
    this.closeAll();
  }

  private closeAll(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const { events } of this.projects.values()) {
      for (const sink of events.sinks) (sink as EventStream).end('shutdown');
      events.close();
    }
    this.projects.clear();
  }

  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.listener.subscribe(CHANGED_CHANNEL, (payload) => {
      const change = parseChange(payload);
      // Nothing in it: hints may have been lost.
      this.changed(change?.projectId ?? EVERY_PROJECT, change?.topics ?? TOPICS);
    });
    this.listener.subscribe(QUEUED_CHANNEL, (queueId) => void this.queued(queueId));
  }

  /** Jobs became due: whoever makes them so tells the workers by queue. */
  private async queued(queueId: string): Promise<void> {
    if (this.projects.size === 0) return;
    const projectId = queueId === '' ? EVERY_PROJECT : await this.owners.projectOf(queueId);
    if (projectId !== undefined) this.changed(projectId, ['jobs']);
  }

  private keepPace(): void {
    const topics = this.listener.isConnected ? AT_PACE : TOPICS;
    const nowMs = performance.now();
    for (const [projectId, { events, lastAskedAtMs }] of this.projects) {
      if (events.sinks.size > 0 || nowMs - lastAskedAtMs < WATCHED_MS) events.changed(topics);
      else {
        events.close();
        this.projects.delete(projectId);
      }
    }
    for (const attend of this.attendants) attend();
    if (this.projects.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
