import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import type { Schedule } from './schedule.js';

/** A schedule with the name of its queue, which is null when the queue was deleted. */
export interface ListedSchedule extends Schedule {
  readonly queue: string | null;
}

/** A locked schedule, and the clock of the database that the change is judged by. */
export interface LockedSchedule {
  readonly schedule: ListedSchedule;
  readonly now: Date;
}

const COLUMNS = `
  s.id, s.project_id AS "projectId", s.queue_id AS "queueId", s.name, s.kind, s.cron, s.interval_ms AS "intervalMs", s.once_at AS "onceAt",
  s.time_zone AS "timeZone", s.handler, s.payload, s.priority, s.max_attempts AS "maxAttempts", s.timeout_ms AS "timeoutMs", s.labels,
  s.missed_policy AS "missedPolicy", s.missed_cap AS "missedCap", s.overlap_policy AS "overlapPolicy", s.jitter_ms AS "jitterMs",
  s.start_at AS "startAt", s.end_at AS "endAt", s.paused_at AS "pausedAt", s.paused_reason AS "pausedReason",
  s.next_slot_at AS "nextSlotAt", s.last_slot_at AS "lastSlotAt", s.created_by AS "createdBy", s.version, s.created_at AS "createdAt",
  s.updated_at AS "updatedAt",
  (SELECT q.name FROM queues q WHERE q.id = s.queue_id AND q.deleted_at IS NULL) AS queue`;

/** What an edit may set, by the column it stands in. */
const EDITABLE = {
  name: 'name',
  queueId: 'queue_id',
  kind: 'kind',
  cron: 'cron',
  intervalMs: 'interval_ms',
  onceAt: 'once_at',
  timeZone: 'time_zone',
  handler: 'handler',
  payload: 'payload',
  priority: 'priority',
  maxAttempts: 'max_attempts',
  timeoutMs: 'timeout_ms',
  labels: 'labels',
  missedPolicy: 'missed_policy',
  missedCap: 'missed_cap',
  overlapPolicy: 'overlap_policy',
  jitterMs: 'jitter_ms',
  startAt: 'start_at',
  endAt: 'end_at',
  nextSlotAt: 'next_slot_at',
} as const satisfies Partial<Record<keyof Schedule, string>>;

export type EditableField = keyof typeof EDITABLE;
export type ScheduleEdit = Partial<Pick<Schedule, EditableField>>;
export const EDITABLE_FIELDS = Object.keys(EDITABLE) as EditableField[];

const JSON_FIELDS: readonly EditableField[] = ['payload', 'labels'];

@Injectable()
export class ScheduleStore {
  async now(session: Session): Promise<Date> {
    const [row] = await session.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return (row as { now: Date }).now;
  }

  async find(session: Session, projectId: string, id: string): Promise<ListedSchedule | undefined> {
    const [row] = await session.query<ListedSchedule>(
      `SELECT ${COLUMNS} FROM schedules s WHERE s.project_id = $1 AND s.id = $2 AND s.deleted_at IS NULL`,
      [projectId, id],
    );
    return row;
  }

  /** Newest first, before `beforeId`. */
  async list(
    session: Session,
    projectId: string,
    beforeId: string | undefined,
    limit: number,
  ): Promise<ListedSchedule[]> {
    return session.query<ListedSchedule>(
      `SELECT ${COLUMNS} FROM schedules s WHERE s.project_id = $1 AND s.deleted_at IS NULL AND ($2::uuid IS NULL OR s.id < $2)
       ORDER BY s.id DESC LIMIT $3`,
      [projectId, beforeId ?? null, limit],
    );
  }

  /** Waits for a fire that is under way; the clock is read after the wait. */
  async lock(session: Session, projectId: string, id: string): Promise<LockedSchedule | undefined> {
    const rows = await session.query(
      'SELECT 1 FROM schedules s WHERE s.project_id = $1 AND s.id = $2 AND s.deleted_at IS NULL FOR UPDATE',
      [projectId, id],
    );
    const schedule = rows.length === 0 ? undefined : await this.find(session, projectId, id);
    return schedule && { schedule, now: await this.now(session) };
  }

  /** Nothing if the project has a schedule of that name. */
  async insert(
    session: Session,
    schedule: ScheduleEdit & Pick<Schedule, 'id' | 'projectId' | 'createdBy' | 'createdAt'>,
  ): Promise<ListedSchedule | undefined> {
    const given = EDITABLE_FIELDS.filter((field) => schedule[field] !== undefined);
    const columns = ['id', 'project_id', 'created_by', 'created_at', ...given.map((field) => EDITABLE[field])];
    const { id, projectId, createdBy, createdAt } = schedule;
    const rows = await session.query(
      `INSERT INTO schedules (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
       ON CONFLICT (project_id, name) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
      [id, projectId, createdBy, createdAt, ...given.map((field) => valueOf(schedule, field))],
    );
    return rows.length === 0 ? undefined : this.find(session, projectId, id);
  }

  /** Throws a unique violation of `schedules_name` for a name that is taken. */
  async update(session: Session, schedule: Schedule, edit: ScheduleEdit): Promise<ListedSchedule> {
    const given = EDITABLE_FIELDS.filter((field) => edit[field] !== undefined);
    const sets = given.map((field, index) => `${EDITABLE[field]} = $${index + 2}`);
    return this.change(
      session,
      schedule,
      sets.join(', '),
      given.map((field) => valueOf(edit, field)),
    );
  }

  async pause(session: Session, schedule: Schedule, reason: string | null): Promise<ListedSchedule> {
    return this.change(session, schedule, 'paused_at = coalesce(paused_at, now()), paused_reason = $2', [reason]);
  }

  async resume(session: Session, schedule: Schedule, nextSlotAt: Date | null): Promise<ListedSchedule> {
    return this.change(session, schedule, 'paused_at = NULL, paused_reason = NULL, next_slot_at = $2', [nextSlotAt]);
  }

  /** Of every project. */
  listPaused(session: Session): Promise<{ id: string; projectId: string; organizationId: string }[]> {
    return session.query(
      `SELECT s.id, s.project_id AS "projectId", p.organization_id AS "organizationId"
       FROM schedules s JOIN projects p ON p.id = s.project_id WHERE s.paused_at IS NOT NULL AND s.deleted_at IS NULL ORDER BY s.id`,
    );
  }

  /** No further slot fires, not even one that is due already. */
  async markDeleted(session: Session, scheduleId: string): Promise<void> {
    await session.execute(
      'UPDATE schedules SET deleted_at = now(), next_slot_at = NULL, version = version + 1, updated_at = now() WHERE id = $1',
      [scheduleId],
    );
  }

  async markAllDeleted(session: Session, projectId: string): Promise<void> {
    await session.execute(
      `UPDATE schedules SET deleted_at = now(), next_slot_at = NULL, version = version + 1, updated_at = now()
       WHERE project_id = $1 AND deleted_at IS NULL`,
      [projectId],
    );
  }

  private async change(
    session: Session,
    schedule: Schedule,
    sets: string,
    values: readonly unknown[],
  ): Promise<ListedSchedule> {
    await session.execute(`UPDATE schedules SET ${sets}, version = version + 1, updated_at = now() WHERE id = $1`, [
      schedule.id,
      ...values,
    ]);
    return (await this.find(session, schedule.projectId, schedule.id)) as ListedSchedule;
  }
}

function valueOf(schedule: ScheduleEdit, field: EditableField): unknown {
  const value = schedule[field];
  return JSON_FIELDS.includes(field) && value !== null ? JSON.stringify(value) : value;
}
