import { Injectable } from '@nestjs/common';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';

export interface InstallationProject {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly organizationName: string;
  /** Null: the default of the installation. */
  readonly enqueueLimitPerMinute: number | null;
  readonly createdAt: Date;
}

export interface InstallationWorker {
  readonly id: string;
  readonly state: 'live' | 'draining' | 'stopped' | 'dead';
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly queues: readonly string[] | null;
  readonly handlers: readonly string[];
  readonly capacity: number;
  readonly inFlight: number;
  readonly startedAt: Date;
  readonly lastHeartbeatAt: Date;
  /** By the clock of the database. */
  readonly heartbeatAgeSeconds: number;
  readonly stoppedAt: Date | null;
}

const PROJECT = `
  SELECT p.id, p.name, p.organization_id AS "organizationId", o.name AS "organizationName",
         p.enqueue_limit_per_minute AS "enqueueLimitPerMinute", p.created_at AS "createdAt"
  FROM projects p JOIN organizations o ON o.id = p.organization_id WHERE p.deleted_at IS NULL`;

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** What is shared by all tenants, for those who look after it: names and numbers, never payloads. */
@Injectable()
export class OperatorReadModel {
  constructor(private readonly database: AppDatabase) {}

  async projects(query: PageQuery): Promise<Page<InstallationProject>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.database.query<InstallationProject>(
      `${PROJECT} AND ($1::uuid IS NULL OR p.id < $1) ORDER BY p.id DESC LIMIT $2`,
      [before ?? null, query.limit + 1],
    );
    return pageOf(rows, query.limit, (last) => last.id);
  }

  async project(projectId: string, session: Session = this.database): Promise<InstallationProject | undefined> {
    if (!isUuid(projectId)) return undefined;
    const [row] = await session.query<InstallationProject>(`${PROJECT} AND p.id = $1`, [projectId]);
    return row;
  }

  /** Newest first, until retention has removed them. */
  async workers(query: PageQuery): Promise<Page<InstallationWorker>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.database.query<InstallationWorker>(
      `SELECT w.id, w.state, w.host, w.pid, w.version, w.queues, w.handlers, w.capacity, w.in_flight AS "inFlight",
              w.started_at AS "startedAt", w.last_heartbeat_at AS "lastHeartbeatAt",
              greatest(0, extract(epoch FROM now() - w.last_heartbeat_at))::float8 AS "heartbeatAgeSeconds",
              w.stopped_at AS "stoppedAt"
       FROM workers w WHERE ($1::uuid IS NULL OR w.id < $1) ORDER BY w.id DESC LIMIT $2`,
      [before ?? null, query.limit + 1],
    );
    return pageOf(rows, query.limit, (last) => last.id);
  }
}
