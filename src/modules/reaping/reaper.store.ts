import { newId } from '../../kernel/ids.js';
import { loadSql, type Session } from '../../platform/database/index.js';

/** Leases in one statement. */
export const REAP_BATCH = 500;
/** For a job whose queue is gone: the default of the schema. */
const DEFAULT_MAX_LEASE_LOSSES = 3;

const findExpiredLeases = loadSql(import.meta.url, './sql/find-expired-leases.sql', { k: REAP_BATCH });
const reapJobs = loadSql(import.meta.url, './sql/reap-jobs.sql');
const markDeadWorkers = loadSql(import.meta.url, './sql/mark-dead-workers.sql');

export interface ExpiredLease {
  readonly jobId: string;
  readonly leaseToken: string;
}

export interface ReapedJob {
  readonly jobId: string;
  readonly projectId: string;
  readonly queueId: string;
  /** Null when the queue is gone. */
  readonly queue: string | null;
  readonly handler: string;
  readonly isRefunded: boolean;
  readonly fate: 'queued' | 'dead_letter' | 'cancelled';
  readonly leaseLosses: number;
}

export class ReaperStore {
  /** Up to {@link REAP_BATCH} leases that have expired, as they stand now. */
  findExpired(session: Session): Promise<ExpiredLease[]> {
    return session.query<ExpiredLease>(findExpiredLeases);
  }

  /** Takes back those that are still held under the same token and still expired; answers them alone. */
  reap(session: Session, leases: readonly ExpiredLease[]): Promise<ReapedJob[]> {
    return session.query<ReapedJob>(reapJobs, [
      leases.map((lease) => lease.jobId),
      leases.map((lease) => lease.leaseToken),
      leases.map(() => newId()),
      DEFAULT_MAX_LEASE_LOSSES,
    ]);
  }

  markDeadWorkers(session: Session, leaseMs: number): Promise<{ id: string; lastHeartbeatAt: Date }[]> {
    return session.query(markDeadWorkers, [leaseMs]);
  }
}
