import { Injectable } from '@nestjs/common';
import { ControlDatabase, type Statement } from '../../platform/database/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import {
  FIRST_ID,
  firstTooYoung,
  HOUSEKEEPING,
  LAST_ID,
  PURGE_BATCH,
  PurgeStore,
  type QueueToPurge,
} from './purge.store.js';
import { REAPING_METRICS } from './reaping.metrics.js';

/** One duty of a walk; a call is one bounded batch and answers whether another one is needed. */
type Step = () => Promise<boolean>;

/**
 * Retention. A walk takes each queue from its oldest job on, then the dead letters, then the small tables. The state of a walk is
 * a cursor in memory: several schedulers may walk at once, rows that one of them holds are skipped by the others.
 */
@Injectable()
export class Purger {
  private readonly store = new PurgeStore();
  private steps: Step[] = [];

  constructor(
    private readonly database: ControlDatabase,
    private readonly metrics: Metrics,
  ) {}

  /** One bounded batch; answers whether the walk goes on. */
  async runOnce(): Promise<boolean> {
    if (this.steps.length === 0) this.steps = await this.planWalk();
    const step = this.steps.shift();
    // A step that fails is left out of this walk: it must not keep the others from their turn.
    if (step && (await step())) this.steps.unshift(step);
    return this.steps.length > 0;
  }

  private async planWalk(): Promise<Step[]> {
    const queues = await this.store.listQueues(this.database);
    return [
      ...queues.map((queue) => this.queueStep(queue)),
      this.deadLetterStep(queues),
      ...Object.entries(HOUSEKEEPING).map(([table, statement]) => this.housekeepingStep(table, statement)),
    ];
  }

  private queueStep(queue: QueueToPurge): Step {
    const retentionSeconds = queue.isDeleted ? null : queue.retentionSeconds;
    const before = retentionSeconds === null ? LAST_ID : firstTooYoung(queue.now, retentionSeconds);
    let after = FIRST_ID;
    return async () => {
      const { stretch, purged } = await this.database.transaction(async (session) => {
        const stretch = await this.store.lockJobs(session, queue.id, [after, before], retentionSeconds);
        if (stretch.ids.length === 0) return { stretch, purged: 0 };
        if (queue.isDeleted) await this.store.dropLive(session, stretch.ids);
        return { stretch, purged: await this.store.purgeJobs(session, stretch.ids, retentionSeconds) };
      });
      this.count('jobs', purged);
      after = stretch.lastId ?? after;
      return stretch.examined === PURGE_BATCH;
    };
  }

  private deadLetterStep(queues: readonly QueueToPurge[]): Step {
    const shortest = Math.min(...queues.map((queue) => queue.deadLetterRetentionSeconds));
    const now = queues[0]?.now;
    const isAnyDeleted = now === undefined || queues.some((queue) => queue.isDeleted);
    const before = isAnyDeleted ? LAST_ID : firstTooYoung(now, shortest);
    let after = FIRST_ID;
    return async () => {
      const stretch = await this.store.purgeDeadLetters(this.database, after, before);
      this.count('dead_letters', stretch.purged);
      after = stretch.lastId ?? after;
      return stretch.examined === PURGE_BATCH;
    };
  }

  private housekeepingStep(table: string, statement: Statement): Step {
    return async () => {
      const purged = await this.store.housekeep(this.database, statement);
      this.count(table, purged);
      return purged >= PURGE_BATCH;
    };
  }

  private count(table: string, rows: number): void {
    if (rows > 0) this.metrics.count(REAPING_METRICS.purged, { table }, rows);
  }
}
