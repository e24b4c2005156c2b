import { Injectable } from '@nestjs/common';
import { loadSql, type Session } from '../../platform/database/index.js';
import type { LockedLetter } from './dead-letter.js';

const LOCK_LETTERS = loadSql(import.meta.url, './sql/lock-dead-letters.sql');
const LOCK_JOBS = loadSql(import.meta.url, './sql/lock-dead-jobs.sql');
const REPLAY = loadSql(import.meta.url, './sql/replay-dead-letters.sql');
const CLOSE = loadSql(import.meta.url, './sql/close-replayed-letters.sql');
const DISCARD = loadSql(import.meta.url, './sql/discard-dead-letters.sql');
const OPEN_OF_JOBS = `
  SELECT d.id, d.job_id AS "jobId" FROM dead_letters d
  WHERE d.project_id = $1 AND d.job_id = ANY ($2::uuid[]) AND d.replayed_at IS NULL AND d.discarded_at IS NULL`;

/** One function per statement, to be called in this order: letters, jobs, then the change. */
@Injectable()
export class DeadLetterStore {
  async lockLetters(session: Session, projectId: string, ids: readonly string[]): Promise<LockedLetter[]> {
    return session.query<LockedLetter>(LOCK_LETTERS, [projectId, ids]);
  }

  /** The ids whose record is still there, and stays there until the transaction ends. */
  async lockJobs(session: Session, jobIds: readonly string[]): Promise<Set<string>> {
    const rows = await session.query<{ id: string }>(LOCK_JOBS, [jobIds]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The letters whose jobs were put back. */
  async replay(session: Session, ids: readonly string[]): Promise<Set<string>> {
    const rows = await session.query<{ id: string }>(REPLAY, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async closeReplayed(session: Session, ids: readonly string[]): Promise<void> {
    await session.execute(CLOSE, [ids]);
  }

  async discard(session: Session, ids: readonly string[]): Promise<void> {
    await session.execute(DISCARD, [ids]);
  }

  /** Open letters by job. */
  async openLettersOf(session: Session, projectId: string, jobIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await session.query<{ id: string; jobId: string }>(OPEN_OF_JOBS, [projectId, jobIds]);
    return new Map(rows.map(({ id, jobId }) => [jobId, id]));
  }
}
