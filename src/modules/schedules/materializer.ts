import { Injectable } from '@nestjs/common';
import { ControlDatabase, isDataError, Notifier, type Session } from '../../platform/database/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { ChangeAnnouncer } from '../changes/index.js';
import { type InsertedJob, JobInserter, type NewJob } from '../jobs/index.js';
import type { DueSchedule } from './due-schedule.js';
import { fail, type MaterializerBatch, type PlannedJob, planBatch } from './materializer-batch.js';
import { DUE_BATCH, MaterializerStore } from './materializer.store.js';
import { SchedulerConfig } from './scheduler.config.js';
import { SCHEDULE_METRICS } from './schedules.metrics.js';
import { spreadDelays } from './spread.js';

const MAX_JOBS_PER_TRANSACTION = 1_000;
const PLAN_BUDGET_MS = 500;

export interface MaterializeResult {
  /** Schedules that were fired, skipped or paused. */
  readonly schedules: number;
  readonly jobs: number;
  /** There may be more that is due. */
  readonly hasMore: boolean;
}

/**
 * Fires due schedules. One transaction locks them, writes a row per slot, inserts the jobs of the slots that nobody had recorded
 * and moves each schedule on: all of it or nothing, so a crash anywhere loses no slot and doubles none.
 */
@Injectable()
export class Materializer {
  private readonly store = new MaterializerStore();

  constructor(
    private readonly database: ControlDatabase,
    private readonly inserter: JobInserter,
    private readonly config: SchedulerConfig,
    private readonly metrics: Metrics,
    private readonly log: Log,
    private readonly notifier: Notifier,
  ) {}

  /** One bounded batch of what is due now. */
  async runOnce(): Promise<MaterializeResult> {
    try {
      return await this.fire(null);
    } catch (error) {
      // One row that PostgreSQL refuses must not hold up the others: each on its own, then.
      if (!isDataError(error)) throw error;
      return this.fireOneByOne();
    }
  }

  /** Milliseconds until the next slot of any schedule, negative when it is overdue; undefined when there is none. */
  async nextDueInMs(): Promise<number | undefined> {
    return this.store.nextSlotDueInMs(this.database);
  }

  private async fire(ids: readonly string[] | null): Promise<MaterializeResult> {
    const { due, batch, inserted } = await this.database.transaction(async (session) => {
      const due = await this.store.lockDue(session, ids);
      const skipping = due.filter((schedule) => schedule.overlapPolicy === 'skip').map((schedule) => schedule.id);
      const overlapping = await this.store.overlapping(session, skipping);
      const limits = {
        missedAfterMs: this.config.missedAfterMs,
        maxJobs: MAX_JOBS_PER_TRANSACTION,
        budgetMs: PLAN_BUDGET_MS,
      };
      const batch = planBatch(due, overlapping, limits);
      return { due, batch, inserted: await this.write(session, batch) };
    });
    this.inserter.announce(inserted);
    this.report(due, batch);
    for (const { projectId } of due) ChangeAnnouncer.of(this.notifier).changed(projectId, 'schedules');
    const isFull = due.length === DUE_BATCH || batch.advances.length < due.length;
    const isCutShort = due.some((schedule, index) => isStillDue(schedule, batch.advances[index]?.nextSlotAt));
    return { schedules: batch.advances.length, jobs: inserted.length, hasMore: isFull || isCutShort };
  }

  private async fireOneByOne(): Promise<MaterializeResult> {
    const due = await this.database.transaction((session) => this.store.lockDue(session, null));
    let schedules = 0;
    let jobs = 0;
    for (const { id } of due) {
      try {
        const result = await this.fire([id]);
        schedules += result.schedules;
        jobs += result.jobs;
      } catch (error) {
        if (!isDataError(error)) throw error;
        schedules += await this.pause(id, 'the job could not be stored');
      }
    }
    return { schedules, jobs, hasMore: due.length > 0 };
  }

  private async pause(id: string, reason: string): Promise<number> {
    return this.database.transaction(async (session) => {
      const due = await this.store.lockDue(session, [id]);
      const batch: MaterializerBatch = { runs: [], jobs: [], advances: [] };
      for (const schedule of due) fail(batch, schedule, reason);
      await this.write(session, batch);
      this.report(due, batch);
      return due.length;
    });
  }

  private async write(session: Session, batch: MaterializerBatch): Promise<InsertedJob[]> {
    if (batch.advances.length === 0) return [];
    const fresh = batch.runs.length === 0 ? new Set<string>() : await this.store.record(session, batch.runs);
    const jobs = toNewJobs(batch.jobs.filter((job) => fresh.has(job.id)));
    const inserted = jobs.length === 0 ? [] : await this.inserter.insert(session, jobs);
    const advanced = await this.store.advance(session, batch.advances);
    if (advanced !== batch.advances.length) throw new Error('a schedule moved although it was locked');
    return inserted;
  }

  private report(due: readonly DueSchedule[], batch: MaterializerBatch): void {
    for (const run of batch.runs) {
      const slots = run.skippedCount ?? 1;
      this.metrics.count(SCHEDULE_METRICS.slots, { outcome: run.outcome }, slots);
      if (run.outcome !== 'failed') continue;
      this.log.warn(
        { scheduleId: run.scheduleId, slot: run.slot, reason: run.reason },
        'schedule cannot fire, it was paused',
      );
    }
    const now = due[0]?.now.getTime() ?? 0;
    for (const { slot } of batch.jobs) {
      const lagSeconds = (now - slot.getTime()) / 1000;
      this.metrics.observe(SCHEDULE_METRICS.lag, {}, lagSeconds);
    }
  }
}

function isStillDue(schedule: DueSchedule, nextSlotAt: Date | null | undefined): boolean {
  return nextSlotAt !== null && nextSlotAt !== undefined && nextSlotAt <= schedule.now;
}

/** Each row of the template is read now, at its fire. Runs that are made up for are spread, so that an outage ends in no burst. */
function toNewJobs(planned: readonly PlannedJob[]): NewJob[] {
  const late = planned.filter((job) => job.isCatchingUp).sort((a, b) => a.slot.getTime() - b.slot.getTime());
  const delays = spreadDelays(late.length);
  const delayOf = new Map(late.map((job, index) => [job.id, delays[index]]));
  return planned.map(({ id, schedule, slot }) => {
    const jitterMs = Math.floor(Math.random() * (schedule.jitterMs + 1));
    const delayMs = delayOf.get(id);
    return {
      id,
      projectId: schedule.projectId,
      queueId: schedule.queueId,
      handler: schedule.handler,
      payloadJson: JSON.stringify(schedule.payload),
      priority: schedule.priority,
      maxAttempts: schedule.maxAttempts,
      timeoutMs: schedule.timeoutMs,
      labels: schedule.labels,
      createdBy: `schedule:${schedule.id}`,
      scheduleId: schedule.id,
      slot,
      ...(delayMs === undefined ? { runAt: new Date(slot.getTime() + jitterMs) } : { delayMs: delayMs + jitterMs }),
    };
  });
}
