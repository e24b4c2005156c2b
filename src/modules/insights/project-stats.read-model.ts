import { Injectable } from '@nestjs/common';
import { latencyQuantile } from '../../kernel/latency-scale.js';
import { AppDatabase, unpackCounts } from '../../platform/database/index.js';
import { MINUTES, NOW } from './project-stats.sql.js';

/** A number that is exact up to its cap; `isCapped` says that there are more. */
interface CappedCount {
  readonly count: number;
  readonly isCapped: boolean;
}

interface MinuteStats {
  readonly minute: Date;
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly cancelled: number;
  readonly released: number;
  readonly leaseExpired: number;
  readonly deadLettered: number;
}

export interface ProjectStats {
  /** When the figures were taken, by the clock of the database. */
  readonly takenAt: Date;
  readonly backlog: CappedCount;
  readonly oldestReadyAgeSeconds: number | null;
  readonly scheduled: CappedCount;
  readonly claimed: CappedCount;
  readonly running: CappedCount;
  /** Jobs that the live workers which serve the project can hold at once. */
  readonly slots: number;
  readonly deadLettersOpen: CappedCount;
  /** Of the attempts that ended by themselves in the window: the share that failed or timed out; null when none ended. */
  readonly failureRate: number | null;
  readonly p95WaitMs: number | null;
  readonly p95RunMs: number | null;
  /** Minutes of the window in which something ended, oldest first. */
  readonly minutes: readonly MinuteStats[];
}

const CAP = 10_000;

interface NowRow {
  readonly takenAt: Date;
  readonly backlog: number;
  readonly oldestReadyAgeSeconds: number | null;
  readonly scheduled: number;
  readonly claimed: number;
  readonly running: number;
  readonly slots: number;
  readonly deadLettersOpen: number;
  readonly waits: string | null;
  readonly runs: string | null;
}

/** How a project stands: what waits, what runs, what fails. Bounded whatever the size of its queues. */
@Injectable()
export class ProjectStatsReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** `windowMinutes`: how far back rates, percentiles and minutes go. */
  async read(projectId: string, windowMinutes: number): Promise<ProjectStats> {
    const [[now], minutes] = await Promise.all([
      this.database.query<NowRow>(NOW, [projectId, windowMinutes]),
      this.database.query<MinuteStats>(MINUTES, [projectId, windowMinutes]),
    ]);
    const { takenAt, oldestReadyAgeSeconds, slots, waits, runs, ...counts } = now as NowRow;
    return {
      takenAt,
      backlog: capped(counts.backlog),
      oldestReadyAgeSeconds,
      scheduled: capped(counts.scheduled),
      claimed: capped(counts.claimed),
      running: capped(counts.running),
      slots,
      deadLettersOpen: capped(counts.deadLettersOpen),
      failureRate: failureRate(minutes),
      p95WaitMs: latencyQuantile(unpackCounts(waits), 0.95),
      p95RunMs: latencyQuantile(unpackCounts(runs), 0.95),
      minutes,
    };
  }
}

function capped(count: number): CappedCount {
  return { count: Math.min(count, CAP), isCapped: count > CAP };
}

function failureRate(minutes: readonly MinuteStats[]): number | null {
  const failed = minutes.reduce((sum, minute) => sum + minute.failed + minute.timedOut, 0);
  const ended = minutes.reduce((sum, minute) => sum + minute.completed, failed);
  return ended === 0 ? null : failed / ended;
}
