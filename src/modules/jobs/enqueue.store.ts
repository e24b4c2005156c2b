import { Injectable } from '@nestjs/common';
import type { JobStatus } from '../../kernel/job-state.js';
import { type BoundStatement, loadSql, type PipelinedSession, type Session } from '../../platform/database/index.js';
import { plainArray, sparseArray, textArray, uuidArray } from '../../platform/database/pg-array.js';
import { parseTimestamptz } from '../../platform/database/pg-types.js';
import type { EnqueueOutcome, InsertedJob, JobToEnqueue, NewJob } from './new-job.js';

const ENQUEUE = loadSql(import.meta.url, './sql/enqueue-jobs.sql');
const ENQUEUE_ONE = loadSql(import.meta.url, './sql/enqueue-job.sql');
const FIND = loadSql(import.meta.url, './sql/find-enqueued-jobs.sql');
const FIND_UNSTORABLE = loadSql(import.meta.url, './sql/find-unstorable-jobs.sql');
const MAX_ROUNDS = 3;

/** One row for all: each column holds the values of its jobs, separated by commas; null when none was stored. */
interface InsertedRow {
  readonly ids: string | null;
  readonly statuses: string;
  readonly runAts: string;
  readonly createdAt: Date;
}

type Inserted = Omit<InsertedJob, 'queueId' | 'handler'>;

interface FoundRow {
  readonly sentId: string;
  readonly jobId: string;
  readonly requestHash: Buffer | null;
  readonly createdAt: Date;
  readonly status: JobStatus;
  readonly runAt: Date | null;
}

@Injectable()
export class EnqueueStore {
  /**
   * Stores the jobs and answers one outcome each, in the order given. Without a transaction the jobs are stored all or none,
   * and the keys that were taken already are looked up afterwards.
   * @param lockTimeoutMs longest wait for a key that another transaction holds; then the error is 55P03. It stays in force
   *   until the end of the transaction, so inside one leave it out.
   * @param rider what shall run right after the jobs are stored; not inside a transaction
   */
  async enqueue(
    session: PipelinedSession,
    items: readonly JobToEnqueue[],
    lockTimeoutMs?: number,
    rider?: BoundStatement,
  ): Promise<EnqueueOutcome[]> {
    const outcomes = new Map<string, EnqueueOutcome>();
    let open = items;
    for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
      const { statement, values } = enqueueing(open, lockTimeoutMs);
      const [row] = await session.query<InsertedRow>(statement, values, rider);
      const byId = insertedById(row);
      for (const { job } of open) {
        const inserted = byId.get(job.id);
        if (!inserted) continue;
        const { queueId, handler } = job;
        outcomes.set(job.id, { kind: 'created', job: { ...inserted, queueId, handler } });
      }
      open = open.filter(({ job }) => !outcomes.has(job.id));
      if (open.length > 0) await this.lookUp(session, open, outcomes);
      // Neither stored nor found: retention removed the key between the two statements. It is free now.
      open = open.filter(({ job }) => !outcomes.has(job.id));
    }
    return items.map(({ job }) => {
      const outcome = outcomes.get(job.id);
      if (outcome === undefined) throw new Error('an idempotency key was taken and gone three times in a row');
      return outcome;
    });
  }

  /** Which of the jobs the database refuses for their size, and by which constraint. */
  async findUnstorable(
    session: Session,
    items: readonly JobToEnqueue[],
  ): Promise<{ index: number; constraint: string }[]> {
    const rows = await session.query<{ position: number; constraint: string }>(FIND_UNSTORABLE, [
      items.map(({ job }) => job.payloadJson),
      items.map(({ job }) => (job.labels ? JSON.stringify(job.labels) : null)),
    ]);
    return rows.map(({ position, constraint }) => ({ index: position - 1, constraint }));
  }

  private async lookUp(
    session: Session,
    items: readonly JobToEnqueue[],
    outcomes: Map<string, EnqueueOutcome>,
  ): Promise<void> {
    const found = await session.query<FoundRow>(FIND, [
      items.map(({ job }) => job.id),
      items.map(({ job }) => job.queueId),
      items.map(({ idempotency }) => idempotency?.key ?? null),
    ]);
    const byId = new Map(found.map((row) => [row.sentId, row]));
    for (const item of items) {
      const row = byId.get(item.job.id);
      if (row) outcomes.set(item.job.id, outcomeOf(item, row));
    }
  }
}

function insertedById(row: InsertedRow | undefined): Map<string, Inserted> {
  if (!row || row.ids === null) return new Map();
  const { createdAt } = row;
  const statuses = row.statuses.split(',');
  const runAts = row.runAts.split(',');
  const inserted = row.ids.split(',').map((id, index): [string, Inserted] => {
    const status = statuses[index] as InsertedJob['status'];
    return [id, { id, status, runAt: parseTimestamptz(runAts[index] as string), createdAt }];
  });
  return new Map(inserted);
}

function outcomeOf({ job, idempotency }: JobToEnqueue, row: FoundRow): EnqueueOutcome {
  if (row.jobId === job.id) {
    // Ours: an earlier try was committed and its answer lost. It may have moved on meanwhile; what the caller asked for was done.
    const status = row.status === 'scheduled' ? 'scheduled' : 'queued';
    const { createdAt } = row;
    return {
      kind: 'created',
      job: { id: job.id, queueId: job.queueId, handler: job.handler, status, runAt: row.runAt ?? createdAt, createdAt },
    };
  }
  const isSame =
    idempotency !== undefined && row.requestHash !== null && idempotency.requestHash.equals(row.requestHash);
  if (!isSame) return { kind: 'reused' };
  return {
    kind: 'replayed',
    job: { id: row.jobId, queueId: job.queueId, status: row.status, runAt: row.runAt, createdAt: row.createdAt },
  };
}

/** A single job without a key has no key to wait for, and a statement without the ways of a batch. */
function enqueueing(items: readonly JobToEnqueue[], lockTimeoutMs: number | undefined): BoundStatement {
  const [first] = items;
  return first !== undefined && items.length === 1 && first.idempotency === undefined
    ? { statement: ENQUEUE_ONE, values: valuesOf(first.job) }
    : { statement: ENQUEUE, values: columnsOf(items, lockTimeoutMs) };
}

function valuesOf(job: NewJob): unknown[] {
  return [
    job.id,
    job.projectId,
    job.queueId,
    job.handler,
    job.payloadJson,
    job.priority,
    job.runAt?.toISOString(),
    job.delayMs,
    job.maxAttempts,
    job.timeoutMs,
    job.labels && JSON.stringify(job.labels),
    job.scheduleId,
    job.slot?.toISOString(),
    job.replayOf,
    job.createdBy,
    job.traceparent,
  ];
}

function columnsOf(items: readonly JobToEnqueue[], lockTimeoutMs: number | undefined): unknown[] {
  const column = <T>(value: (item: JobToEnqueue) => T): T[] => items.map(value);
  const optional = <T>(value: (item: JobToEnqueue) => T | null | undefined) =>
    sparseArray(items.map((item) => value(item) ?? null));
  return [
    uuidArray(column(({ job }) => job.id)),
    uuidArray(column(({ job }) => job.projectId)),
    uuidArray(column(({ job }) => job.queueId)),
    textArray(column(({ job }) => job.handler)),
    textArray(column(({ job }) => job.payloadJson)),
    plainArray(column(({ job }) => job.priority)),
    optional(({ job }) => job.runAt?.toISOString()),
    optional(({ job }) => job.delayMs),
    optional(({ job }) => job.maxAttempts),
    optional(({ job }) => job.timeoutMs),
    optional(({ job }) => job.labels && JSON.stringify(job.labels)),
    optional(({ job }) => job.scheduleId),
    optional(({ job }) => job.slot?.toISOString()),
    optional(({ job }) => job.replayOf),
    optional(({ job }) => job.createdBy),
    optional(({ job }) => job.traceparent),
    optional(({ idempotency }) => idempotency?.key),
    optional(({ idempotency }) => idempotency?.requestHash),
    lockTimeoutMs === undefined ? null : String(lockTimeoutMs),
  ];
}
