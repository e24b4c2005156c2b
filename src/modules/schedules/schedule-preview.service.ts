import { Injectable } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { refusalOf } from '../../platform/http/index.js';
import type { PreviewScheduleRequest } from './preview-schedule.request.js';
import type { ScheduleTiming } from './schedule.js';
import { upcomingSlots } from './schedule-timing.js';
import { ScheduleStore } from './schedule.store.js';
import { checkTiming } from './timing-check.js';

const DEFAULT_COUNT = 5;

/** When a definition would fire, made by the same function that fires it. */
@Injectable()
export class SchedulePreviewService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: ScheduleStore,
  ) {}

  /** Throws `invalid` exactly where creating such a schedule would. */
  async preview(request: PreviewScheduleRequest): Promise<{ readonly timing: ScheduleTiming; readonly slots: Date[] }> {
    const now = await this.store.now(this.database);
    const check = checkTiming(request, undefined, now);
    if ('faults' in check) throw refusalOf(check.faults);
    return { timing: check.timing, slots: upcomingSlots(check.timing, now, request.count ?? DEFAULT_COUNT) };
  }
}
