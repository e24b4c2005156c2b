import type { Session } from '../../platform/database/database.js';
import { loadSql } from '../../platform/database/sql-loader.js';

const REGISTER_WORKER = loadSql(import.meta.url, './sql/register-worker.sql');
const BEAT_WORKER = loadSql(import.meta.url, './sql/beat-worker.sql');
const STOP_WORKER = loadSql(import.meta.url, './sql/stop-worker.sql');

export interface WorkerIdentity {
  /** Of this boot: never reused, whatever the host name or process id. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly queues: readonly string[] | null;
  readonly handlers: readonly string[];
  readonly capacity: number;
}

export interface WorkerBeat {
  readonly inFlight: number;
  readonly state: 'live' | 'draining';
  readonly eventLoopLagMs: number;
  readonly rssBytes: number;
}

export class WorkerStore {
  constructor(private readonly session: Session) {}

  async register(worker: WorkerIdentity): Promise<void> {
    const { id, host, pid, version, queues, handlers, capacity } = worker;
    await this.session.execute(REGISTER_WORKER, [id, host, pid, version, queues, handlers, capacity]);
  }

  async beat(workerId: string, beat: WorkerBeat): Promise<void> {
    const { inFlight, state, eventLoopLagMs, rssBytes } = beat;
    await this.session.execute(BEAT_WORKER, [workerId, inFlight, state, Math.round(eventLoopLagMs), rssBytes]);
  }

  async stop(workerId: string): Promise<void> {
    await this.session.execute(STOP_WORKER, [workerId]);
  }
}
