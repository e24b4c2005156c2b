import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { parseInstant } from '../../kernel/instants.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import type { ScheduleRun } from './schedule.js';

export interface ListedRun extends ScheduleRun {
  readonly jobStatus: string | null;
  readonly createdAt: Date;
}

type RunRow = ListedRun & { readonly position: string };

const isSlot = (value: unknown): value is string => parseInstant(value) !== undefined;

/** $1 schedules, $2 runs of each. */
const LAST_RUNS = `
  SELECT r.schedule_id AS "scheduleId", r.slot, r.outcome, r.job_id AS "jobId", r.skipped_until AS "skippedUntil",
    r.skipped_count AS "skippedCount", r.reason, r.created_at AS "createdAt", t.status AS "jobStatus"
  FROM unnest($1::uuid[]) u (id)
  CROSS JOIN LATERAL (SELECT x.* FROM schedule_runs x WHERE x.schedule_id = u.id ORDER BY x.slot DESC LIMIT $2) r
  LEFT JOIN LATERAL (SELECT v.status FROM job_statuses v WHERE v.job_id = r.job_id LIMIT 1) t ON r.job_id IS NOT NULL
  ORDER BY r.schedule_id, r.slot DESC`;

/** The history of a schedule: what became of its slots, newest first. */
@Injectable()
export class ScheduleRunReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** The last `count` runs of each schedule, newest first, by its id. */
  async last(scheduleIds: readonly string[], count: number): Promise<Map<string, ListedRun[]>> {
    if (scheduleIds.length === 0) return new Map();
    const rows = await this.database.query<ListedRun>(LAST_RUNS, [scheduleIds, count]);
    return Map.groupBy(rows, ({ scheduleId }) => scheduleId);
  }

  /** Throws `not_found` for a schedule of another project. */
  async list(projectId: string, scheduleId: string, query: PageQuery): Promise<Page<ListedRun>> {
    const before = decodeCursor(query.cursor, isSlot);
    const [schedule] = await this.database.query(
      'SELECT 1 FROM schedules s WHERE s.project_id = $1 AND s.id = $2 AND s.deleted_at IS NULL',
      [projectId, scheduleId],
    );
    if (!schedule) throw RotaError.notFound('schedule');
    const rows = await this.database.query<RunRow>(
      `SELECT r.schedule_id AS "scheduleId", r.slot, r.outcome, r.job_id AS "jobId", r.skipped_until AS "skippedUntil",
         r.skipped_count AS "skippedCount", r.reason, r.created_at AS "createdAt", t.status AS "jobStatus",
         to_char(r.slot AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position
       FROM (
         SELECT * FROM schedule_runs x WHERE x.schedule_id = $1 AND ($2::timestamptz IS NULL OR x.slot < $2)
         ORDER BY x.slot DESC LIMIT $3
       ) r
       LEFT JOIN LATERAL (SELECT v.status FROM job_statuses v WHERE v.job_id = r.job_id LIMIT 1) t ON r.job_id IS NOT NULL
       ORDER BY r.slot DESC`,
      [scheduleId, before ?? null, query.limit + 1],
    );
    const page = pageOf(rows, query.limit, (last) => last.position);
    return { data: page.data.map(({ position: _position, ...run }) => run), page: page.page };
  }
}
