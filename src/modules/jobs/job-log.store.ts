import { Injectable } from '@nestjs/common';
import { loadSql, type Session } from '../../platform/database/index.js';
import { MAX_LOG_BYTES, MAX_LOG_LINES } from './job-limits.js';

const APPEND = loadSql(import.meta.url, './sql/append-job-logs.sql', {
  maxLines: MAX_LOG_LINES,
  maxBytes: MAX_LOG_BYTES,
});

/** A line of a handler, under the lease of its attempt. */
export interface NewLogLine {
  readonly jobId: string;
  readonly leaseToken: string;
  readonly executionSeq: number;
  readonly message: string;
  /** Compact JSON text, or null. */
  readonly dataJson: string | null;
}

@Injectable()
export class JobLogStore {
  /** Answers how many lines were kept: lines of a lost lease, and lines above the cap of a job, are refused without an error. */
  async append(session: Session, lines: readonly NewLogLine[]): Promise<number> {
    return session.execute(APPEND, [
      lines.map((line) => line.jobId),
      lines.map((line) => line.leaseToken),
      lines.map((line) => line.executionSeq),
      lines.map((line) => line.message),
      lines.map((line) => line.dataJson),
    ]);
  }
}
