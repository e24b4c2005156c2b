import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import type { ProjectScope } from '../tenancy/index.js';

export type WorkerState = 'live' | 'draining' | 'stopped' | 'dead';

/** A worker as one tenant sees it: not where it runs, and of its jobs only the tenant's own. */
export interface ListedWorker {
  readonly id: string;
  readonly state: WorkerState;
  readonly capacity: number;
  /** Jobs of this project that it holds. */
  readonly inFlight: number;
  readonly startedAt: Date;
  readonly lastHeartbeatAt: Date;
  /** By the clock of the database. */
  readonly heartbeatAgeSeconds: number;
  /** For operators of the installation; null for everybody else. */
  readonly host: WorkerHost | null;
}

interface WorkerHost {
  readonly name: string;
  readonly pid: number;
  readonly version: string;
  /** All that it holds, whosesoever. */
  readonly inFlight: number;
  readonly queues: readonly string[] | null;
}

type WorkerRow = Omit<ListedWorker, 'host'> & WorkerHost & { readonly totalInFlight: number };

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** Workers that serve the queues of $1 and showed life in the last day, newest first, before $2; only the one of $4, if given. */
const WORKERS = `
  WITH own AS MATERIALIZED (SELECT q.id, q.name FROM queues q WHERE q.project_id = $1 AND q.deleted_at IS NULL)
  SELECT w.id, w.state, w.capacity, w.started_at AS "startedAt", w.last_heartbeat_at AS "lastHeartbeatAt",
         greatest(0, extract(epoch FROM now() - w.last_heartbeat_at))::float8 AS "heartbeatAgeSeconds",
         (SELECT count(*)::int FROM own o JOIN live_jobs l ON l.queue_id = o.id
          WHERE l.status IN ('claimed', 'running') AND l.worker_id = w.id) AS "inFlight",
         w.host AS name, w.pid, w.version, w.in_flight AS "totalInFlight", w.queues
  FROM workers w
  WHERE ($2::uuid IS NULL OR w.id < $2) AND ($4::uuid IS NULL OR w.id = $4) AND w.last_heartbeat_at > now() - interval '1 day'
    AND (w.queues IS NULL OR w.queues && ARRAY (SELECT o.name FROM own o UNION ALL SELECT o.id::text FROM own o))
  ORDER BY w.id DESC LIMIT $3`;

/** Workers are shared by all tenants of an installation. */
@Injectable()
export class WorkerReadModel {
  constructor(private readonly database: AppDatabase) {}

  async list(scope: ProjectScope, query: PageQuery): Promise<Page<ListedWorker>> {
    const before = decodeCursor(query.cursor, isId);
    const workers = await this.read(scope, [before ?? null, query.limit + 1, null]);
    return pageOf(workers, query.limit, (last) => last.id);
  }

  /** @throws RotaError not_found, also for one that serves no queue of the project */
  async get(scope: ProjectScope, workerId: string): Promise<ListedWorker> {
    const [worker] = await this.read(scope, [null, 1, workerId]);
    if (!worker) throw RotaError.notFound('worker');
    return worker;
  }

  private async read(scope: ProjectScope, values: readonly unknown[]): Promise<ListedWorker[]> {
    const rows = await this.database.query<WorkerRow>(WORKERS, [scope.projectId, ...values]);
    const isOperator = scope.principal.kind === 'user' && scope.principal.isOperator;
    return rows.map((row) => toListed(row, isOperator));
  }
}

function toListed(
  { name, pid, version, totalInFlight, queues, ...worker }: WorkerRow,
  isOperator: boolean,
): ListedWorker {
  return { ...worker, host: isOperator ? { name, pid, version, inFlight: totalInFlight, queues } : null };
}
