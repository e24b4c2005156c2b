import type { Session } from '../../platform/database/database.js';
import { uuidArray } from '../../platform/database/pg-array.js';
import { loadSql } from '../../platform/database/sql-loader.js';
import type { Lease, QueuePolicy } from './claimed-job.js';

const START_JOBS = loadSql(import.meta.url, './sql/start-jobs.sql');
const HEARTBEAT = loadSql(import.meta.url, './sql/heartbeat.sql');
const FIND_ATTEMPT_POLICY = loadSql(import.meta.url, './sql/find-attempt-policy.sql');
const RELEASE_JOBS = loadSql(import.meta.url, './sql/release-jobs.sql');

export interface StartedLease extends Lease {
  readonly startedAgoMs: number;
}

export interface HeartbeatLease extends Lease {
  /** JSON, or null when there is nothing new. */
  readonly progressJson: string | null;
}

export interface ReleasedLease extends Lease {
  /** 0 puts the job back at its old place; more makes it wait that long. */
  readonly delayMs: number;
  /** null when its handler never started. */
  readonly startedAgoMs: number | null;
}

/** A job that went back, or ended because its cancel had been asked for. */
export interface GivenBack {
  readonly jobId: string;
  readonly queueId: string;
  readonly isRefunded: boolean;
}

export interface HeldLease {
  readonly jobId: string;
  readonly isCancelRequested: boolean;
}

/** What decides how an attempt that failed goes on. */
export interface AttemptPolicy extends Pick<
  QueuePolicy,
  'retryStrategy' | 'retryBaseMs' | 'retryCapMs' | 'retryJitter'
> {
  readonly attempt: number;
  readonly executionSeq: number;
  readonly maxAttempts: number;
}

/** Statements on leases that are held. Each answers the jobs whose token still matched; a job that is missing was lost. */
export class LeaseStore {
  constructor(private readonly session: Session) {}

  async start(leases: readonly StartedLease[]): Promise<Set<string>> {
    const rows = await this.session.query<{ jobId: string }>(START_JOBS, [
      ...keys(leases),
      leases.map((lease) => lease.startedAgoMs),
    ]);
    return new Set(rows.map((row) => row.jobId));
  }

  heartbeat(leases: readonly HeartbeatLease[], leaseMs: number): Promise<HeldLease[]> {
    return this.session.query<HeldLease>(HEARTBEAT, [
      ...keys(leases),
      leases.map((lease) => lease.progressJson),
      leaseMs,
    ]);
  }

  async attemptPolicy(lease: Lease): Promise<AttemptPolicy | undefined> {
    const [policy] = await this.session.query<AttemptPolicy>(FIND_ATTEMPT_POLICY, [lease.jobId, lease.leaseToken]);
    return policy;
  }

  release(leases: readonly ReleasedLease[]): Promise<GivenBack[]> {
    return this.session.query<GivenBack>(RELEASE_JOBS, [
      ...keys(leases),
      leases.map((lease) => lease.delayMs),
      leases.map((lease) => lease.startedAgoMs),
    ]);
  }
}

function keys(leases: readonly Lease[]): [Buffer, Buffer] {
  return [uuidArray(leases.map((lease) => lease.jobId)), uuidArray(leases.map((lease) => lease.leaseToken))];
}
