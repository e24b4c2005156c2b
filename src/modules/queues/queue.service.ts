import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid, newId } from '../../kernel/ids.js';
import { AppDatabase, Notifier, type Session } from '../../platform/database/index.js';
import { assertIfMatch, decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import { ProjectDeletion, type ProjectScope } from '../tenancy/index.js';
import { resumptionOf } from './queue-audit.js';
import { QueueDirectory } from './queue-directory.js';
import type { QueuePolicy, QueueSettings } from './queue-settings.js';
import { POLICY_FIELDS, QUEUE_NAME, QueueStore } from './queue.store.js';

type Change = (session: Session, queue: QueueSettings) => Promise<QueueSettings>;

const isName = (value: unknown): value is string => typeof value === 'string' && QUEUE_NAME.test(value);

/** Settings of queues, pause and resume. */
@Injectable()
export class QueueService implements OnModuleInit {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: QueueStore,
    private readonly directory: QueueDirectory,
    private readonly audit: AuditService,
    private readonly notifier: Notifier,
    private readonly projectDeletion: ProjectDeletion,
  ) {}

  onModuleInit(): void {
    this.projectDeletion.onDelete(async (session, projectId) => {
      await this.store.markAllDeleted(session, projectId);
      this.directory.forgetAll();
    });
  }

  async list(scope: ProjectScope, query: PageQuery): Promise<Page<QueueSettings>> {
    const after = decodeCursor(query.cursor, isName);
    const rows = await this.store.list(this.database, scope.projectId, after, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.name);
  }

  async get(scope: ProjectScope, idOrName: string): Promise<QueueSettings> {
    const queue = await this.store.find(this.database, scope.projectId, idOrName);
    if (!queue) throw RotaError.notFound('queue');
    return queue;
  }

  /** Throws `conflict` QUEUE_NAME_TAKEN, `invalid` QUEUE_NAME_IS_ID or RETRY_CAP_BELOW_BASE. */
  async create(scope: ProjectScope, request: { name: string } & Partial<QueuePolicy>): Promise<QueueSettings> {
    const { name } = request;
    if (isUuid(name)) throw RotaError.invalid('QUEUE_NAME_IS_ID', 'a name must not look like an id', '/name');
    assertRetryBounds(request, DEFAULT_RETRY);
    const queue = await this.database.transaction(async (session) => {
      const created = await this.store.insert(session, { ...request, id: newId(), projectId: scope.projectId });
      if (!created) throw nameTaken();
      await this.audit.record(session, scope, {
        action: 'queue.created',
        targetKind: 'queue',
        targetId: created.id,
        after: { name, ...pick(created, POLICY_FIELDS) },
      });
      return created;
    });
    this.directory.forget(queue);
    return queue;
  }

  /** Throws `not_found`, `precondition_failed`, `invalid` RETRY_CAP_BELOW_BASE. */
  async update(
    scope: ProjectScope,
    idOrName: string,
    changes: Partial<QueuePolicy>,
    ifMatch?: string,
  ): Promise<QueueSettings> {
    return this.change(scope, idOrName, ifMatch, async (session, queue) => {
      const changed = POLICY_FIELDS.filter((field) => changes[field] !== undefined && changes[field] !== queue[field]);
      if (changed.length === 0) return queue;
      assertRetryBounds(changes, queue);
      const updated = await this.store.update(session, queue.id, changes);
      await this.audit.record(session, scope, {
        action: 'queue.updated',
        targetKind: 'queue',
        targetId: queue.id,
        before: pick(queue, changed),
        after: pick(updated, changed),
      });
      return updated;
    });
  }

  /** Nothing of the queue is claimed from now on; it goes on accepting jobs. Pausing again only changes the reason. */
  async pause(scope: ProjectScope, idOrName: string, reason: string | undefined): Promise<QueueSettings> {
    return this.change(scope, idOrName, undefined, async (session, queue) => {
      const next = reason ?? queue.pausedReason;
      if (queue.pausedAt && next === queue.pausedReason) return queue;
      const paused = await this.store.pause(session, queue.id, next);
      await this.audit.record(session, scope, {
        action: 'queue.paused',
        targetKind: 'queue',
        targetId: queue.id,
        after: { name: queue.name },
        reason,
      });
      return paused;
    });
  }

  async resume(scope: ProjectScope, idOrName: string): Promise<QueueSettings> {
    const resumed = await this.change(scope, idOrName, undefined, async (session, queue) => {
      if (!queue.pausedAt) return queue;
      await this.audit.record(session, scope, resumptionOf(queue));
      return this.store.resume(session, queue.id);
    });
    this.notifier.notify('rota_queued', resumed.id);
    return resumed;
  }

  /** Gone at once, its name free; the scheduler cancels what waits in it and empties it. What runs ends. */
  async delete(
    scope: ProjectScope,
    idOrName: string,
    { ifMatch, reason }: { ifMatch: string | undefined; reason: string | undefined },
  ): Promise<void> {
    await this.change(scope, idOrName, ifMatch, async (session, queue) => {
      await this.store.markDeleted(session, queue.id);
      await this.audit.record(session, scope, {
        action: 'queue.deleted',
        targetKind: 'queue',
        targetId: queue.id,
        before: { name: queue.name, ...pick(queue, POLICY_FIELDS) },
        reason,
      });
      return queue;
    });
  }

  private async change(
    scope: ProjectScope,
    idOrName: string,
    ifMatch: string | undefined,
    work: Change,
  ): Promise<QueueSettings> {
    const queue = await this.database.transaction(async (session) => {
      const locked = await this.store.lock(session, scope.projectId, idOrName);
      if (!locked) throw RotaError.notFound('queue');
      assertIfMatch(ifMatch, locked.version);
      return work(session, locked);
    });
    this.directory.forget(queue);
    return queue;
  }
}

/** The defaults of the schema, for a queue that names only one of the two. */
const DEFAULT_RETRY = { retryBaseMs: 1_000, retryCapMs: 3_600_000 };

function assertRetryBounds(changes: Partial<QueuePolicy>, present: typeof DEFAULT_RETRY): void {
  const { retryBaseMs = present.retryBaseMs, retryCapMs = present.retryCapMs } = changes;
  if (retryCapMs >= retryBaseMs) return;
  const pointer = changes.retryCapMs === undefined ? '/retryBaseMs' : '/retryCapMs';
  throw RotaError.invalid('RETRY_CAP_BELOW_BASE', 'retryCapMs must be at least retryBaseMs', pointer);
}

function pick(queue: QueueSettings, fields: readonly (keyof QueuePolicy)[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, queue[field]]));
}

function nameTaken(): RotaError {
  const detail = 'the project has a queue of that name';
  return new RotaError('conflict', 'QUEUE_NAME_TAKEN', detail, {
    faults: [{ pointer: '/name', code: 'QUEUE_NAME_TAKEN', detail }],
  });
}
