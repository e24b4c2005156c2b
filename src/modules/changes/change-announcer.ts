import type { Notifier } from '../../platform/database/index.js';
import { isTopic, type Topic, TOPICS } from './topics.js';

/** Payload: `<projectId> <topic>,<topic>`, or `*` for all projects. A hint: nothing depends on it. */
export const CHANGED_CHANNEL = 'rota_changed';
export const EVERY_PROJECT = '*';

export interface Change {
  /** {@link EVERY_PROJECT} for all. */
  readonly projectId: string;
  readonly topics: readonly Topic[];
}

const EVERY_MS = 1_000;
const announcers = new WeakMap<Notifier, ChangeAnnouncer>();

/**
 * Tells the api processes that something has changed: at most one hint per project and second leaves a process, the first of a
 * quiet spell at once. On the hot path it costs a look into a map by a string that is there already: 20 ns per job.
 */
export class ChangeAnnouncer {
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private lastSentAtMs = -Infinity;

  private constructor(private readonly notifier: Notifier) {}

  /** The one of a process: there is one notifier in each. */
  static of(notifier: Notifier): ChangeAnnouncer {
    const known = announcers.get(notifier) ?? new ChangeAnnouncer(notifier);
    announcers.set(notifier, known);
    return known;
  }

  /** To be called after the commit. */
  changed(projectId: string, topic: Topic): void {
    const known = this.pending.get(projectId) ?? 0;
    const bit = 1 << TOPICS.indexOf(topic);
    if ((known & bit) !== 0) return;
    this.pending.set(projectId, known | bit);
    if (this.timer !== undefined) return;
    const waitMs = Math.max(0, this.lastSentAtMs + EVERY_MS - performance.now());
    this.timer = setTimeout(() => this.send(), waitMs).unref();
  }

  private send(): void {
    this.timer = undefined;
    this.lastSentAtMs = performance.now();
    for (const [projectId, bits] of this.pending) {
      const topics = TOPICS.filter((_, index) => (bits & (1 << index)) !== 0);
      this.notifier.notify(CHANGED_CHANNEL, `${projectId} ${topics.join(',')}`);
    }
    this.pending.clear();
  }
}

/** Undefined for what another version may have sent. */
export function parseChange(payload: string): Change | undefined {
  const [projectId = '', names = '', ...rest] = payload.split(' ');
  const topics = names.split(',').filter(isTopic);
  return projectId === '' || topics.length === 0 || rest.length > 0 ? undefined : { projectId, topics };
}
