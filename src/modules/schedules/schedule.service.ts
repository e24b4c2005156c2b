import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid, newId } from '../../kernel/ids.js';
import { AppDatabase, constraintOf, type Session } from '../../platform/database/index.js';
import {
  assertIfMatch,
  decodeCursor,
  type Page,
  pageOf,
  type PageQuery,
  refusalOf,
} from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { storedPayloadTooLarge } from '../jobs/index.js';
import { ProjectDeletion, type ProjectScope } from '../tenancy/index.js';
import type { CreateScheduleRequest } from './create-schedule.request.js';
import { MaterializerStore } from './materializer.store.js';
import { ScheduleCheck } from './schedule-check.js';
import { slotsOf } from './schedule-timing.js';
import {
  EDITABLE_FIELDS,
  type ListedSchedule,
  type LockedSchedule,
  type ScheduleEdit,
  ScheduleStore,
} from './schedule.store.js';
import { unhandledSlots } from './unhandled-slots.js';
import type { UpdateScheduleRequest } from './update-schedule.request.js';

type Change = (session: Session, locked: LockedSchedule) => Promise<ListedSchedule>;

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** Definitions of schedules. Every change that touches the timing sets the next slot at once, by the clock of the database. */
@Injectable()
export class ScheduleService implements OnModuleInit {
  private readonly runs = new MaterializerStore();

  constructor(
    private readonly database: AppDatabase,
    private readonly store: ScheduleStore,
    private readonly check: ScheduleCheck,
    private readonly audit: AuditService,
    private readonly projectDeletion: ProjectDeletion,
  ) {}

  onModuleInit(): void {
    this.projectDeletion.onDelete((session, projectId) => this.store.markAllDeleted(session, projectId));
  }

  async list(scope: ProjectScope, query: PageQuery): Promise<Page<ListedSchedule>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.store.list(this.database, scope.projectId, before, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.id);
  }

  async get(scope: ProjectScope, id: string): Promise<ListedSchedule> {
    const schedule = await this.store.find(this.database, scope.projectId, id);
    if (!schedule) throw RotaError.notFound('schedule');
    return schedule;
  }

  /** Throws `invalid` with every fault, `conflict` SCHEDULE_NAME_TAKEN. */
  async create(scope: ProjectScope, request: CreateScheduleRequest): Promise<ListedSchedule> {
    const queue = await this.check.queueOf(scope.projectId, request);
    const createdAt = await this.store.now(this.database);
    const edit = this.check.edit(request, queue, undefined, createdAt);
    const row = { ...edit, id: newId(), projectId: scope.projectId, createdBy: scope.createdBy, createdAt };
    return this.database.transaction(async (session) => {
      const created = await this.store.insert(session, row).catch(refused);
      if (!created) throw nameTaken();
      await this.record(session, scope, 'schedule.created', created, { after: pick(created, EDITABLE_FIELDS) });
      return created;
    });
  }

  /** All or nothing: a refused change leaves the schedule as it fires now. Throws `not_found`, `precondition_failed`, `invalid`, `conflict`. */
  async update(
    scope: ProjectScope,
    id: string,
    request: UpdateScheduleRequest,
    ifMatch?: string,
  ): Promise<ListedSchedule> {
    const queue = await this.check.queueOf(scope.projectId, request);
    return this.change(scope, id, ifMatch, async (session, { schedule, now }) => {
      const edit = this.check.edit(request, queue, schedule, now);
      const changed = changedFields(schedule, edit);
      if (changed.length === 0) return schedule;
      if (edit.nextSlotAt !== undefined) await this.drop(session, schedule, now, 'its timing was changed');
      const updated = await this.store.update(session, schedule, pick(edit, changed)).catch(refused);
      const detail = { before: pick(schedule, changed), after: pick(updated, changed) };
      await this.record(session, scope, 'schedule.updated', updated, detail);
      return updated;
    });
  }

  async delete(
    scope: ProjectScope,
    id: string,
    { ifMatch, reason }: { ifMatch: string | undefined; reason: string | undefined },
  ): Promise<void> {
    await this.change(scope, id, ifMatch, async (session, { schedule }) => {
      await this.store.markDeleted(session, schedule.id);
      await this.record(session, scope, 'schedule.deleted', schedule, {
        before: pick(schedule, EDITABLE_FIELDS),
        reason,
      });
      return schedule;
    });
  }

  /** No slot fires until it is resumed. Pausing again only changes the reason. */
  async pause(scope: ProjectScope, id: string, reason: string | undefined): Promise<ListedSchedule> {
    return this.change(scope, id, undefined, async (session, { schedule, now }) => {
      const next = reason ?? schedule.pausedReason;
      if (schedule.pausedAt && next === schedule.pausedReason) return schedule;
      await this.drop(session, schedule, now, 'the schedule was paused');
      const paused = await this.store.pause(session, schedule, next);
      await this.record(session, scope, 'schedule.paused', schedule, { reason });
      return paused;
    });
  }

  /** Goes on with the first slot after now: what passed during the pause was paused, not missed. */
  async resume(scope: ProjectScope, id: string): Promise<ListedSchedule> {
    return this.change(scope, id, undefined, async (session, { schedule, now }) => {
      if (!schedule.pausedAt) return schedule;
      const resumed = await this.store.resume(session, schedule, nextSlotOf(schedule, now));
      await this.record(session, scope, 'schedule.resumed', schedule, {
        before: pick(schedule, ['pausedAt', 'pausedReason']),
      });
      return resumed;
    });
  }

  private async change(
    scope: ProjectScope,
    id: string,
    ifMatch: string | undefined,
    work: Change,
  ): Promise<ListedSchedule> {
    return this.database.transaction(async (session) => {
      const locked = await this.store.lock(session, scope.projectId, id);
      if (!locked) throw RotaError.notFound('schedule');
      assertIfMatch(ifMatch, locked.schedule.version);
      return work(session, locked);
    });
  }

  /** Records the slots that were due and never will be handled now. */
  private async drop(session: Session, schedule: ListedSchedule, now: Date, cause: string): Promise<void> {
    const run = unhandledSlots(schedule, now, `not handled before ${cause}`);
    if (run !== undefined) await this.runs.record(session, [run]);
  }

  private async record(
    session: Session,
    scope: ProjectScope,
    action: string,
    schedule: ListedSchedule,
    detail: { before?: Record<string, unknown>; after?: Record<string, unknown>; reason?: string | undefined },
  ): Promise<void> {
    await this.audit.record(session, scope, { action, targetKind: 'schedule', targetId: schedule.id, ...detail });
  }
}

function nextSlotOf(schedule: ListedSchedule, now: Date): Date | null {
  try {
    return slotsOf(schedule)(now);
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'its definition cannot be read';
    throw RotaError.conflict('SCHEDULE_UNREADABLE', `the schedule cannot be resumed: ${detail}`);
  }
}

function changedFields(schedule: ListedSchedule, edit: ScheduleEdit) {
  return EDITABLE_FIELDS.filter(
    (field) => edit[field] !== undefined && JSON.stringify(edit[field]) !== JSON.stringify(schedule[field]),
  );
}

function pick<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
}

/** What only the table can say, by its name for the caller. */
function refused(error: unknown): never {
  const constraint = constraintOf(error);
  if (constraint === 'schedules_name') throw nameTaken();
  if (constraint === 'schedules_payload_check') throw refusalOf([storedPayloadTooLarge('/payload')]);
  throw error;
}

function nameTaken(): RotaError {
  const detail = 'the project has a schedule of that name';
  const faults = [{ pointer: '/name', code: 'SCHEDULE_NAME_TAKEN', detail }];
  return new RotaError('conflict', 'SCHEDULE_NAME_TAKEN', detail, { faults });
}
