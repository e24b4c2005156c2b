import { Injectable, Optional } from '@nestjs/common';
import { ControlDatabase, isDataError, type Session } from '../../platform/database/index.js';
import { type Span, Tracing } from '../../platform/tracing/index.js';
import { type InsertedJob, JobInserter, type NewJob } from '../jobs/index.js';
import type { DueSchedule } from './due-schedule.js';
import { fail, type MaterializerBatch, type PlannedJob, planBatch } from './materializer-batch.js';
import { DUE_BATCH, MaterializerStore } from './materializer.store.js';
import { SchedulerConfig } from './scheduler.config.js';
import { SlotReport } from './slot-report.js';
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

interface Written {
  readonly inserted: InsertedJob[];
  readonly spans: readonly Span[];
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
    private readonly slots: SlotReport,
    @Optional() private readonly tracing: Tracing = Tracing.off,
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
    const { due, batch, inserted, spans } = await this.database.transaction(async (session) => {
      const due = await this.store.lockDue(session, ids);
      const skipping = due.filter((schedule) => schedule.overlapPolicy === 'skip').map((schedule) => schedule.id);
      const overlapping = await this.store.overlapping(session, skipping);
      const limits = {
        missedAfterMs: this.config.missedAfterMs,
        maxJobs: MAX_JOBS_PER_TRANSACTION,
        budgetMs: PLAN_BUDGET_MS,
      };
      const batch = planBatch(due, overlapping, limits);
      return { due, batch, ...(await this.write(session, batch)) };
    });
    // Not before the commit: a transaction that was undone leaves no trace.
    for (const span of spans) span.end();
    this.inserter.announce(inserted);
    this.slots.report(due, batch);
    this.slots.announce(due);
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
      this.slots.report(due, batch);
      return due.length;
    });
  }

  private async write(session: Session, batch: MaterializerBatch): Promise<Written> {
    if (batch.advances.length === 0) return { inserted: [], spans: [] };
    const fresh = batch.runs.length === 0 ? new Set<string>() : await this.store.record(session, batch.runs);
    const planned = batch.jobs.filter((job) => fresh.has(job.id));
    const spans = this.tracing.isOn ? planned.map((job) => this.spanOf(job)) : [];
    const jobs = toNewJobs(planned).map((job, index) => ({ ...job, traceparent: spans[index]?.traceparent }));
    const inserted = jobs.length === 0 ? [] : await this.inserter.insert(session, jobs);
    const advanced = await this.store.advance(session, batch.advances);
    if (advanced !== batch.advances.length) throw new Error('a schedule moved although it was locked');
    return { inserted, spans: spans.filter((span) => span !== undefined) };
  }

  /** Nobody asked for this job: its trace begins here. */
  private spanOf({ id, schedule, slot }: PlannedJob): Span | undefined {
    return this.tracing.span(`schedule ${schedule.name}`, {
      kind: 'producer',
      parent: null,
      attributes: {
        'messaging.system': 'rota',
        'messaging.message.id': id,
        'rota.project': schedule.projectId,
        'rota.handler': schedule.handler,
        'rota.schedule': schedule.id,
        'rota.slot': slot.toISOString(),
      },
    });
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
