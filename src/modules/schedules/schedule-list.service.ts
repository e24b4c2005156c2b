import { Injectable } from '@nestjs/common';
import { mapPage, type Page } from '../../platform/http/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import type { ListSchedulesQuery } from './list-schedules.request.js';
import { type ListedRun, ScheduleRunReadModel } from './schedule-run.read-model.js';
import { ScheduleService } from './schedule.service.js';
import type { ListedSchedule } from './schedule.store.js';

/** A schedule with its last runs, newest first, if they were asked for. */
export interface ScheduleWithRuns {
  readonly schedule: ListedSchedule;
  readonly recentRuns: readonly ListedRun[] | null;
}

const RECENT_RUNS = 20;

/** The schedules of a project, alone or with what became of their last slots. */
@Injectable()
export class ScheduleListService {
  constructor(
    private readonly schedules: ScheduleService,
    private readonly runs: ScheduleRunReadModel,
  ) {}

  async list(scope: ProjectScope, query: ListSchedulesQuery): Promise<Page<ScheduleWithRuns>> {
    const page = await this.schedules.list(scope, query);
    if (query.with === undefined) return mapPage(page, (schedule) => ({ schedule, recentRuns: null }));
    const ids = page.data.map(({ id }) => id);
    const runs = await this.runs.last(ids, RECENT_RUNS);
    return mapPage(page, (schedule) => ({ schedule, recentRuns: runs.get(schedule.id) ?? [] }));
  }
}
