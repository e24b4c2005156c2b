import { Injectable } from '@nestjs/common';
import { HotDatabase, loadSql, type Session } from '../../platform/database/index.js';
import { plainArray, uuidArray } from '../../platform/database/pg-array.js';
import type { ClaimRange } from './claim-cursor.js';
import { type ClaimAnswer, jobsOf } from './claim-answer.js';
import type { ClaimedJob } from './claimed-job.js';
import { FinishStore } from './finish.store.js';

const DISCOVER_QUEUES = loadSql(import.meta.url, './sql/discover-queues.sql');
const CLAIM_JOBS = loadSql(import.meta.url, './sql/claim-jobs.sql');
const LOCK_LIMITED_QUEUES = loadSql(import.meta.url, './sql/lock-limited-queues.sql');
const CLAIM_LIMITED_JOBS = loadSql(import.meta.url, './sql/claim-limited-jobs.sql');

export interface DiscoveredQueue {
  readonly queueId: string;
  readonly projectId: string;
  readonly isLimited: boolean;
  /** false: paused, deleted, full, or not served by this worker */
  readonly isReady: boolean;
}

export interface QueueClaim {
  readonly queueId: string;
  readonly share: number;
  /** Most urgent first; none: the whole queue. */
  readonly ranges: readonly ClaimRange[];
}

export interface Claimant {
  readonly workerId: string;
  readonly leaseMs: number;
}

/** One function per claiming statement: binds, maps rows, nothing else. */
@Injectable()
export class ClaimStore {
  constructor(private readonly database: HotDatabase) {}

  /** At most 1,000 queues, those below `start` first: pass the last one seen to go on from there. */
  discoverQueues(start: string, queues: readonly string[] | null): Promise<DiscoveredQueue[]> {
    return this.database.query<DiscoveredQueue>(DISCOVER_QUEUES, [start, queues]);
  }

  async claim(claims: readonly QueueClaim[], claimant: Claimant): Promise<ClaimedJob[]> {
    const [answer] = await this.database.query<ClaimAnswer>(CLAIM_JOBS, claimParameters(claims, claimant));
    return jobsOf(answer);
  }

  /** A claim of nothing and a finish of nothing, so that the first jobs of a worker find a connection that knows both. */
  warmUp(claimant: Claimant): Promise<void> {
    return this.database.warmUp(async (session) => {
      await session.query(CLAIM_JOBS, claimParameters([], claimant));
      await new FinishStore(session).finish([]);
    });
  }

  /** N workers together never exceed a queue's limit: its row is locked, then counted and claimed with a younger snapshot. */
  claimLimited(claims: readonly Pick<QueueClaim, 'queueId' | 'share'>[], claimant: Claimant): Promise<ClaimedJob[]> {
    return this.database.transaction(async (session: Session) => {
      const locked = await session.query<{ id: string }>(LOCK_LIMITED_QUEUES, [claims.map((claim) => claim.queueId)]);
      if (locked.length === 0) return [];
      const shares = new Map(claims.map((claim) => [claim.queueId, claim.share]));
      const [answer] = await session.query<ClaimAnswer>(CLAIM_LIMITED_JOBS, [
        locked.map((queue) => queue.id),
        locked.map((queue) => shares.get(queue.id) ?? 0),
        claimant.workerId,
        claimant.leaseMs,
      ]);
      return jobsOf(answer);
    });
  }
}

function claimParameters(claims: readonly QueueClaim[], claimant: Claimant): unknown[] {
  const ranges = claims.flatMap((claim) => claim.ranges);
  let last = 0;
  // The place 0 of every array of ranges is empty, which the statement takes for a range of everything.
  const slices = claims.map(({ ranges: { length } }) =>
    length === 0 ? { first: 0, last: 0 } : { first: last + 1, last: (last += length) },
  );
  return [
    uuidArray(claims.map((claim) => claim.queueId)),
    plainArray(claims.map((claim) => claim.share)),
    plainArray(slices.map((slice) => slice.first)),
    plainArray(slices.map((slice) => slice.last)),
    plainArray(ranges.map((range) => String(range.isExact))),
    plainArray(ranges.map((range) => range.high)),
    plainArray(ranges.map((range) => range.low)),
    plainArray(ranges.map((range) => range.after.runAt)),
    uuidArray(ranges.map((range) => range.after.jobId)),
    claimant.workerId,
    claimant.leaseMs,
  ];
}
