import { Injectable } from '@nestjs/common';
import { Notifier } from '../../platform/database/index.js';
import { Log } from '../../platform/logging/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { ChangeAnnouncer } from '../changes/index.js';
import type { DueSchedule } from './due-schedule.js';
import type { MaterializerBatch } from './materializer-batch.js';
import { SCHEDULE_METRICS } from './schedules.metrics.js';

/** Tells what became of the slots: in numbers, in the log, and to whoever looks at schedules. */
@Injectable()
export class SlotReport {
  constructor(
    private readonly metrics: Metrics,
    private readonly log: Log,
    private readonly notifier: Notifier,
  ) {}

  report(due: readonly DueSchedule[], batch: MaterializerBatch): void {
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

  announce(due: readonly DueSchedule[]): void {
    for (const { projectId } of due) ChangeAnnouncer.of(this.notifier).changed(projectId, 'schedules');
  }
}
