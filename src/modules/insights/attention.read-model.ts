import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../kernel/ids.js';
import { sharedNowMs } from '../../kernel/shared-clock.js';
import { AppDatabase } from '../../platform/database/index.js';
import type { ProjectScope } from '../tenancy/index.js';
import {
  ATTENTION_CAP,
  DEAD_WORKERS,
  EXPIRING_KEYS,
  GROWING_LETTERS,
  RUNS_EXAMINED,
  STUCK_QUEUES,
  SUSPECT_SCHEDULES,
  UNOFFERED_HANDLERS,
} from './attention.sql.js';

/** In the order in which an operator should look at them. */
export const ATTENTION_KINDS = [
  'queue_without_worker',
  'queue_without_handler',
  'schedule_failing',
  'dead_letters_growing',
  'worker_dead',
  'queue_paused',
  'schedule_overrunning',
  'api_key_expiring',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];
export type AttentionSubject = 'queue' | 'schedule' | 'worker' | 'api_key';

/** Something that an operator should look at. */
export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly subjectKind: AttentionSubject;
  readonly subjectId: string;
  /** Null for workers, and for a queue whose record is gone. */
  readonly subjectName: string | null;
  /** Since when it is so; null for what is still to come. */
  readonly since: Date | null;
  readonly expiresAt: Date | null;
  /** Jobs that wait, runs that failed or were skipped or go on at once, letters that have come; null where nothing is counted. */
  readonly count: number | null;
  readonly isCapped: boolean;
  /** Why, where a person has said it; the handler that is missing. */
  readonly reason: string | null;
}

interface StuckQueue {
  readonly id: string;
  readonly name: string;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  readonly count: number;
  readonly oldestRunAt: Date | null;
}

interface UnofferedHandler {
  readonly id: string;
  readonly name: string;
  readonly handler: string;
  readonly since: Date;
  readonly count: number;
}

interface SuspectRun {
  readonly slot: string;
  readonly outcome: string;
  readonly status: string | null;
}

interface SuspectSchedule {
  readonly id: string;
  readonly name: string;
  readonly live: number;
  readonly since: Date | null;
  readonly runs: readonly SuspectRun[];
}

const HOUR_MS = 3_600_000;
/** Ids are minted by the clocks of the workers: the id range is this much wider than the time range. */
const CLOCK_SLACK_MS = 5 * 60_000;
const PLAIN = { since: null, expiresAt: null, count: null, isCapped: false, reason: null } as const;

/** What needs attention in a project. Every look is bounded: by the number of queues and schedules, never by that of jobs. */
@Injectable()
export class AttentionReadModel {
  constructor(private readonly database: AppDatabase) {}

  /** What matters most comes first. Keys are told to people only: a project's key may not read about keys. */
  async read({ projectId, principal }: ProjectScope): Promise<AttentionItem[]> {
    const items = await Promise.all([
      this.queues(projectId),
      this.handlers(projectId),
      this.schedules(projectId),
      this.letters(projectId),
      this.workers(projectId),
      principal.kind === 'user' ? this.keys(projectId) : [],
    ]);
    const rank = ({ kind }: AttentionItem): number => ATTENTION_KINDS.indexOf(kind);
    return items.flat().toSorted((one, other) => rank(one) - rank(other));
  }

  private async queues(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<StuckQueue>(STUCK_QUEUES, [projectId]);
    return rows.map(({ id, name, pausedAt, pausedReason, count, oldestRunAt }) => ({
      ...PLAIN,
      ...subject('queue', id, name),
      kind: pausedAt ? 'queue_paused' : 'queue_without_worker',
      since: pausedAt ?? oldestRunAt,
      ...capped(count),
      reason: pausedReason,
    }));
  }

  private async handlers(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<UnofferedHandler>(UNOFFERED_HANDLERS, [projectId]);
    return rows.map(({ id, name, handler, since, count }) => ({
      ...PLAIN,
      ...subject('queue', id, name),
      kind: 'queue_without_handler',
      since,
      ...capped(count),
      reason: handler,
    }));
  }

  private async schedules(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<SuspectSchedule>(SUSPECT_SCHEDULES, [projectId]);
    return rows.flatMap((schedule) => [...failing(schedule), ...overrunning(schedule)]);
  }

  private async letters(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<{ id: string; name: string | null; count: number; since: Date }>(
      GROWING_LETTERS,
      [projectId, firstIdAt(new Date(sharedNowMs() - HOUR_MS - CLOCK_SLACK_MS))],
    );
    return rows.map(({ id, name, count, since }) => ({
      ...PLAIN,
      ...subject('queue', id, name),
      kind: 'dead_letters_growing',
      since,
      ...capped(count),
    }));
  }

  private async workers(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<{ id: string; since: Date }>(DEAD_WORKERS, [projectId]);
    return rows.map(({ id, since }) => ({ ...PLAIN, ...subject('worker', id, null), kind: 'worker_dead', since }));
  }

  private async keys(projectId: string): Promise<AttentionItem[]> {
    const rows = await this.database.query<{ id: string; name: string; expiresAt: Date; hasExpired: boolean }>(
      EXPIRING_KEYS,
      [projectId],
    );
    return rows.map(({ id, name, expiresAt, hasExpired }) => ({
      ...PLAIN,
      ...subject('api_key', id, name),
      kind: 'api_key_expiring',
      since: hasExpired ? expiresAt : null,
      expiresAt,
    }));
  }
}

/** Its last runs that have ended were dead letters, or no job could be made. */
function failing({ id, name, runs }: SuspectSchedule): AttentionItem[] {
  const ended = runs.filter(({ outcome, status }) => outcome === 'failed' || isEnded(status));
  const good = ended.findIndex(({ outcome, status }) => outcome !== 'failed' && status !== 'dead_letter');
  return streak('schedule_failing', id, name, good === -1 ? ended : ended.slice(0, good));
}

/** Its last slots were skipped because a run went on, or runs go on at once. */
function overrunning({ id, name, live, since, runs }: SuspectSchedule): AttentionItem[] {
  const other = runs.findIndex(({ outcome }) => outcome !== 'skipped_overlap');
  const skipped = streak('schedule_overrunning', id, name, other === -1 ? runs : runs.slice(0, other));
  if (skipped.length > 0 || live < 2) return skipped;
  return [{ ...PLAIN, ...subject('schedule', id, name), kind: 'schedule_overrunning', since, ...capped(live) }];
}

function streak(kind: AttentionKind, id: string, name: string, runs: readonly SuspectRun[]): AttentionItem[] {
  const first = runs.at(-1);
  if (first === undefined) return [];
  const since = new Date(first.slot);
  const isCapped = runs.length === RUNS_EXAMINED;
  return [{ ...PLAIN, ...subject('schedule', id, name), kind, since, count: runs.length, isCapped }];
}

function isEnded(status: string | null): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'dead_letter';
}

function subject(subjectKind: AttentionSubject, subjectId: string, subjectName: string | null) {
  return { subjectKind, subjectId, subjectName };
}

function capped(count: number): { count: number; isCapped: boolean } {
  return { count: Math.min(count, ATTENTION_CAP), isCapped: count > ATTENTION_CAP };
}
