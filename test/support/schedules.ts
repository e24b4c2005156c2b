import { newId } from '../../src/kernel/ids.js';
import { ControlDatabase, Notifier } from '../../src/platform/database/index.js';
import { Metrics } from '../../src/platform/metrics/index.js';
import { EnqueueStore } from '../../src/modules/jobs/enqueue.store.js';
import { JobInserter } from '../../src/modules/jobs/index.js';
import { Materializer } from '../../src/modules/schedules/materializer.js';
import { SlotReport } from '../../src/modules/schedules/slot-report.js';
import { SchedulerConfig } from '../../src/modules/schedules/scheduler.config.js';
import type { QueueFixture } from './factories.js';
import type { TestDatabase } from './test-database.js';
import { testLog } from './test-log.js';

export interface ScheduleOptions {
  readonly cron?: string;
  readonly intervalMs?: number;
  readonly onceInMs?: number;
  readonly timeZone?: string;
  readonly handler?: string;
  readonly payload?: unknown;
  readonly missedPolicy?: 'skip' | 'all' | 'none';
  readonly missedCap?: number;
  readonly overlapPolicy?: 'allow' | 'skip';
  readonly jitterMs?: number;
  /** The next slot: this long before the last whole minute of the database's clock, in milliseconds. */
  readonly nextSlotMinutesAgo?: number;
  /** The next slot by a SQL expression, such as `now() + interval '1 s'`. */
  readonly nextSlotSql?: string;
}

/** A schedule straight in the table; a cron of every minute unless told otherwise. */
export async function aSchedule(
  database: TestDatabase,
  queue: QueueFixture,
  options: ScheduleOptions = {},
): Promise<string> {
  const id = newId();
  const kind = options.intervalMs !== undefined ? 'interval' : options.onceInMs !== undefined ? 'once' : 'cron';
  const nextSlot =
    options.nextSlotSql ?? `date_trunc('minute', now()) - ${options.nextSlotMinutesAgo ?? 0} * interval '1 minute'`;
  await database.sql(
    `INSERT INTO schedules (id, project_id, queue_id, name, kind, cron, interval_ms, once_at, time_zone, handler, payload, missed_policy,
       missed_cap, overlap_policy, jitter_ms, next_slot_at, created_at)
     VALUES ($1, $2, $3, $4, $5::schedule_kind, $6, $7, ${kind === 'once' ? nextSlot : 'NULL'}, $8, $14, $9::jsonb, $10::missed_policy,
       $11, $12::overlap_policy, $13, ${nextSlot}, date_trunc('day', now()) - interval '1 year')`,
    [
      id,
      queue.projectId,
      queue.id,
      `schedule ${id}`,
      kind,
      kind === 'cron' ? (options.cron ?? '* * * * *') : null,
      options.intervalMs ?? null,
      options.timeZone ?? 'UTC',
      JSON.stringify(options.payload ?? { note: 'planted payload' }),
      options.missedPolicy ?? 'skip',
      options.missedCap ?? 100,
      options.overlapPolicy ?? 'allow',
      options.jitterMs ?? 0,
      options.handler ?? 'noop',
    ],
  );
  return id;
}

export const schedulerConfig = (): SchedulerConfig =>
  Object.assign(new SchedulerConfig(), { maxSleepMs: 500, missedAfterMs: 30_000 });

/** A materializer as a scheduler process has it. */
export function aMaterializer(database: TestDatabase, control: ControlDatabase = database.control): Materializer {
  const notifier = new Notifier(control);
  const inserter = new JobInserter(new EnqueueStore(), notifier);
  return new Materializer(control, inserter, schedulerConfig(), aSlotReport(notifier));
}

export function aSlotReport(notifier: Notifier): SlotReport {
  return new SlotReport(new Metrics(), testLog(), notifier);
}
