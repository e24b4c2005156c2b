import { Injectable } from '@nestjs/common';
import type { JobStatus, LiveStatus } from '../../kernel/job-state.js';
import { loadSql, type Session } from '../../platform/database/index.js';

const CANCEL = loadSql(import.meta.url, './sql/cancel-jobs.sql');
const RETRY = loadSql(import.meta.url, './sql/retry-jobs.sql');
const RESCHEDULE = loadSql(import.meta.url, './sql/reschedule-job.sql');
const STATUSES = 'SELECT job_id AS id, status FROM job_statuses WHERE project_id = $1 AND job_id = ANY ($2::uuid[])';

/** A live job that a command found, with the status that it had until then. */
export interface CommandedJob {
  readonly id: string;
  readonly status: LiveStatus;
}

export interface RescheduledJob {
  readonly id: string;
  readonly queueId: string;
  readonly statusBefore: LiveStatus;
  readonly runAtBefore: Date;
  /** Null when the job was not moved, because it was not scheduled. */
  readonly status: 'queued' | 'scheduled' | null;
  readonly runAt: Date | null;
}

/** One function per statement. An id that is not among the rows had no live row of this project. */
@Injectable()
export class JobCommandStore {
  async cancel(session: Session, projectId: string, jobIds: readonly string[]): Promise<CommandedJob[]> {
    return session.query<CommandedJob>(CANCEL, [projectId, jobIds]);
  }

  async retry(
    session: Session,
    projectId: string,
    jobIds: readonly string[],
  ): Promise<(CommandedJob & { readonly queueId: string })[]> {
    return session.query(RETRY, [projectId, jobIds]);
  }

  async reschedule(
    session: Session,
    projectId: string,
    jobId: string,
    runAt: Date,
  ): Promise<RescheduledJob | undefined> {
    const [row] = await session.query<RescheduledJob>(RESCHEDULE, [projectId, jobId, runAt.toISOString()]);
    return row;
  }

  /** In a snapshot of its own: sees what was committed while a command waited for its locks. */
  async statusesOf(session: Session, projectId: string, jobIds: readonly string[]): Promise<Map<string, JobStatus>> {
    const rows = await session.query<{ id: string; status: JobStatus }>(STATUSES, [projectId, jobIds]);
    return new Map(rows.map(({ id, status }) => [id, status]));
  }
}
