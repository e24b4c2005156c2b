import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import type { Session, Statement } from '../../platform/database/index.js';
import type { QueuePolicy, QueueSettings } from './queue-settings.js';

/** The one form in which names are stored and asked for; anything else cannot be a queue. */
export const QUEUE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;

const COLUMNS = `
  id, project_id AS "projectId", name, description, paused_at AS "pausedAt", paused_reason AS "pausedReason",
  max_concurrency AS "maxConcurrency", retry_strategy AS "retryStrategy", retry_base_ms AS "retryBaseMs",
  retry_cap_ms AS "retryCapMs", retry_jitter AS "retryJitter", max_attempts AS "maxAttempts", timeout_ms AS "timeoutMs",
  max_lease_losses AS "maxLeaseLosses", retention_seconds AS "retentionSeconds",
  dead_letter_retention_seconds AS "deadLetterRetentionSeconds", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

const POLICY_COLUMNS: Readonly<Record<keyof QueuePolicy, string>> = {
  description: 'description',
  maxConcurrency: 'max_concurrency',
  retryStrategy: 'retry_strategy',
  retryBaseMs: 'retry_base_ms',
  retryCapMs: 'retry_cap_ms',
  retryJitter: 'retry_jitter',
  maxAttempts: 'max_attempts',
  timeoutMs: 'timeout_ms',
  maxLeaseLosses: 'max_lease_losses',
  retentionSeconds: 'retention_seconds',
  deadLetterRetentionSeconds: 'dead_letter_retention_seconds',
};
export const POLICY_FIELDS = Object.keys(POLICY_COLUMNS) as (keyof QueuePolicy)[];

/** One row by a unique key. Those without a lock are prepared once per connection: to plan such a look-up costs more than to do it. */
const SELECT = {
  id: `SELECT ${COLUMNS} FROM queues WHERE project_id = $1 AND id = $2 AND deleted_at IS NULL`,
  name: `SELECT ${COLUMNS} FROM queues WHERE project_id = $1 AND name = $2 AND deleted_at IS NULL`,
};
const FIND: Readonly<Record<keyof typeof SELECT, Statement>> = {
  id: { name: 'find-queue-by-id', text: SELECT.id },
  name: { name: 'find-queue-by-name', text: SELECT.name },
};

@Injectable()
export class QueueStore {
  async find(session: Session, projectId: string, idOrName: string): Promise<QueueSettings | undefined> {
    const key = keyOf(idOrName);
    return key && (await session.query<QueueSettings>(FIND[key], [projectId, idOrName]))[0];
  }

  /** `NO KEY`: an enqueue or claim that looks at the row is not held up. */
  async lock(session: Session, projectId: string, idOrName: string): Promise<QueueSettings | undefined> {
    const key = keyOf(idOrName);
    if (key === undefined) return undefined;
    const [row] = await session.query<QueueSettings>(`${SELECT[key]} FOR NO KEY UPDATE`, [projectId, idOrName]);
    return row;
  }

  /** Nothing if the project has a queue of that name. Fields that are absent get the default of the schema. */
  async insert(
    session: Session,
    queue: { readonly id: string; readonly projectId: string; readonly name: string } & Partial<QueuePolicy>,
  ): Promise<QueueSettings | undefined> {
    const given = POLICY_FIELDS.filter((field) => queue[field] !== undefined);
    const columns = ['id', 'project_id', 'name', ...given.map((field) => POLICY_COLUMNS[field])];
    const [row] = await session.query<QueueSettings>(
      `INSERT INTO queues (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
       ON CONFLICT (project_id, name) WHERE deleted_at IS NULL DO NOTHING RETURNING ${COLUMNS}`,
      [queue.id, queue.projectId, queue.name, ...given.map((field) => queue[field])],
    );
    return row;
  }

  async update(session: Session, queueId: string, changes: Partial<QueuePolicy>): Promise<QueueSettings> {
    const given = POLICY_FIELDS.filter((field) => changes[field] !== undefined);
    const sets = given.map((field, index) => `${POLICY_COLUMNS[field]} = $${index + 2}`);
    return this.change(session, sets.join(', '), [queueId, ...given.map((field) => changes[field])]);
  }

  async pause(session: Session, queueId: string, reason: string | null): Promise<QueueSettings> {
    return this.change(session, 'paused_at = coalesce(paused_at, now()), paused_reason = $2', [queueId, reason]);
  }

  async resume(session: Session, queueId: string): Promise<QueueSettings> {
    return this.change(session, 'paused_at = NULL, paused_reason = NULL', [queueId]);
  }

  /** Of every project; a deleted queue is paused for ever. */
  listPaused(session: Session): Promise<{ id: string; projectId: string; organizationId: string }[]> {
    return session.query(
      `SELECT q.id, q.project_id AS "projectId", p.organization_id AS "organizationId"
       FROM queues q JOIN projects p ON p.id = q.project_id WHERE q.paused_at IS NOT NULL AND q.deleted_at IS NULL ORDER BY q.id`,
    );
  }

  /** A deleted queue is paused as well, so that nobody claims from it until the scheduler has emptied it. */
  async markDeleted(session: Session, queueId: string): Promise<void> {
    await this.change(session, 'deleted_at = now(), paused_at = coalesce(paused_at, now())', [queueId]);
  }

  async markAllDeleted(session: Session, projectId: string): Promise<void> {
    await session.execute(
      `UPDATE queues SET deleted_at = now(), paused_at = coalesce(paused_at, now()), version = version + 1, updated_at = now()
       WHERE project_id = $1 AND deleted_at IS NULL`,
      [projectId],
    );
  }

  /** By name, after `afterName`. */
  async list(
    session: Session,
    projectId: string,
    afterName: string | undefined,
    limit: number,
  ): Promise<QueueSettings[]> {
    return session.query<QueueSettings>(
      `SELECT ${COLUMNS} FROM queues WHERE project_id = $1 AND deleted_at IS NULL AND ($2::text IS NULL OR name > $2)
       ORDER BY name LIMIT $3`,
      [projectId, afterName ?? null, limit],
    );
  }

  private async change(session: Session, sets: string, values: readonly unknown[]): Promise<QueueSettings> {
    const [row] = await session.query<QueueSettings>(
      `UPDATE queues SET ${sets}, version = version + 1, updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
      values,
    );
    return row as QueueSettings;
  }
}

/** What the text can be; undefined: neither, so there is no such queue. */
function keyOf(idOrName: string): 'id' | 'name' | undefined {
  if (isUuid(idOrName)) return 'id';
  return QUEUE_NAME.test(idOrName) ? 'name' : undefined;
}
