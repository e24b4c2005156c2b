export const SCHEDULE_KINDS = ['cron', 'interval', 'once'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

export const MISSED_POLICIES = ['skip', 'all', 'none'] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

export const OVERLAP_POLICIES = ['allow', 'skip'] as const;
export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number];

/** When a schedule is due. Exactly one of cron, intervalMs and onceAt is set: the one of its kind. */
export interface ScheduleTiming {
  readonly kind: ScheduleKind;
  readonly cron: string | null;
  readonly intervalMs: number | null;
  readonly onceAt: Date | null;
  /** IANA name; only cron depends on it. */
  readonly timeZone: string;
  /** No slot before it; an interval is counted from it. */
  readonly startAt: Date | null;
  /** No slot after it. */
  readonly endAt: Date | null;
  /** An interval without a start is counted from here. */
  readonly createdAt: Date;
}

/** A schedule as it stands: when it is due, and the template of the job that each slot becomes. */
export interface Schedule extends ScheduleTiming {
  readonly id: string;
  readonly projectId: string;
  readonly queueId: string;
  readonly name: string;
  readonly handler: string;
  readonly payload: unknown;
  readonly priority: number;
  readonly maxAttempts: number | null;
  readonly timeoutMs: number | null;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly missedPolicy: MissedPolicy;
  readonly missedCap: number;
  readonly overlapPolicy: OverlapPolicy;
  readonly jitterMs: number;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  readonly nextSlotAt: Date | null;
  readonly lastSlotAt: Date | null;
  readonly createdBy: string | null;
  readonly version: number;
  readonly updatedAt: Date;
}

export type ScheduleRunOutcome = 'enqueued' | 'skipped_overlap' | 'skipped_missed' | 'failed';

/** What became of a slot, or of a range of skipped ones. */
export interface ScheduleRun {
  readonly scheduleId: string;
  readonly slot: Date;
  readonly outcome: ScheduleRunOutcome;
  readonly jobId: string | null;
  /** The last slot of a skipped range that begins at `slot`. */
  readonly skippedUntil: Date | null;
  /** How many slots the range has; a lower bound when the reason says so. */
  readonly skippedCount: number | null;
  readonly reason: string | null;
}
