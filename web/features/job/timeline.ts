import type { JobExecutionResponse, JobResponse } from '@rota/client';
import type { Status } from '@/shell/theme';
import { formatDuration, shortId } from '@/shell/time/format';

export interface TimelineEvent {
  readonly key: string;
  /** ISO 8601; undefined for what is happening now. */
  readonly at: string | undefined;
  readonly icon: Status | 'started';
  readonly title: string;
  readonly text: string | undefined;
  /** Why time passed before this event, seen from the one that it followed. */
  readonly wait: string | undefined;
  readonly isAhead?: boolean;
}

const TITLES: Record<string, { readonly icon: Status; readonly title: (attempt: number) => string }> = {
  completed: { icon: 'completed', title: (attempt) => `Attempt ${attempt} completed` },
  failed: { icon: 'failed', title: (attempt) => `Attempt ${attempt} failed` },
  timed_out: { icon: 'timed_out', title: (attempt) => `Attempt ${attempt} timed out` },
  lease_expired: { icon: 'lease_expired', title: () => 'Lease lost' },
  released: { icon: 'draining', title: () => 'Given back' },
  cancelled: {
    icon: 'cancelled',
    title: (attempt) => (attempt === 0 ? 'Cancelled before an attempt' : `Attempt ${attempt} cancelled`),
  },
};

export const messageOf = (error: unknown): string | undefined => (error as { message?: string } | null)?.message;

interface Ahead {
  readonly job: JobResponse;
  /** Since when it is not held by a worker. */
  readonly freeSince: string;
  readonly wasDead: boolean;
  /** What keeps it in its queue, in words. */
  readonly waitsFor: string | undefined;
}

/** Everything that happened to a job, newest first, and what will happen next by itself. */
export function timelineOf(
  job: JobResponse,
  executions: readonly JobExecutionResponse[],
  waitsFor?: string,
): TimelineEvent[] {
  const events: TimelineEvent[] = [
    { key: 'enqueued', at: job.createdAt, icon: 'queued', title: 'Enqueued', text: makerOf(job), wait: undefined },
  ];
  let freeSince = job.createdAt;
  let wasDead = false;
  for (const execution of executions) {
    const { executionSeq: seq, claimedAt, startedAt, finishedAt, attempt, finalStatus } = execution;
    if (wasDead)
      events.push({
        key: `replayed ${seq}`,
        at: undefined,
        icon: 'queued',
        title: 'Replayed',
        text: 'back in its queue, attempts start anew',
        wait: undefined,
      });
    const begun = startedAt ?? claimedAt;
    if (begun !== null) {
      events.push({
        key: `started ${seq}`,
        at: begun,
        icon: 'started',
        title: startedAt === null ? `Attempt ${attempt} claimed` : `Attempt ${attempt} started`,
        text: execution.workerId === null ? undefined : `on worker ${shortId(execution.workerId)}`,
        wait: waitOf(freeSince, execution.dueAt, claimedAt ?? begun, seq === 1),
      });
    }
    if (execution.outcome !== null && finishedAt !== null) {
      const { icon, title } = TITLES[execution.outcome] ?? { icon: 'failed', title: () => execution.outcome ?? '' };
      events.push({
        key: `ended ${seq}`,
        at: finishedAt,
        icon,
        title: title(attempt),
        text: endOf(execution),
        wait: begun === null ? undefined : `ran ${formatDuration(Date.parse(finishedAt) - Date.parse(begun))}`,
      });
      freeSince = finishedAt;
    }
    if (finalStatus === 'dead_letter') {
      events.push({
        key: `dead ${seq}`,
        at: finishedAt ?? undefined,
        icon: 'dead_letter',
        title: 'Dead letter',
        text: 'not tried again by itself',
        wait: undefined,
      });
    }
    wasDead = finalStatus === 'dead_letter';
  }
  if (job.cancelRequestedAt !== null) {
    events.push({
      key: 'cancel',
      at: job.cancelRequestedAt,
      icon: 'cancelled',
      title: 'Asked to stop',
      text: 'read at the next heartbeat of its worker',
      wait: undefined,
    });
  }
  events.push(...aheadOf({ job, freeSince, wasDead, waitsFor }));
  return events.toReversed();
}

function aheadOf({ job, freeSince, wasDead, waitsFor }: Ahead): TimelineEvent[] {
  if (wasDead && job.status !== 'dead_letter') {
    return [
      {
        key: 'replayed',
        at: undefined,
        icon: 'queued',
        title: 'Replayed',
        text: 'back in its queue, attempts start anew',
        wait: undefined,
        isAhead: true,
      },
    ];
  }
  if (job.status === 'queued') {
    return [
      {
        key: 'ahead',
        at: undefined,
        icon: 'queued',
        title: 'Waits for a worker',
        text: waitsFor,
        wait: undefined,
        isAhead: true,
      },
    ];
  }
  if (job.status !== 'scheduled' || job.runAt === null) return [];
  const waits = formatDuration(Date.parse(job.runAt) - Date.parse(freeSince));
  return [
    {
      key: 'ahead',
      at: job.runAt,
      icon: job.attempt > 0 ? 'retrying' : 'scheduled',
      title: `Attempt ${job.attempt + 1} starts`,
      text: `or at once with ${job.attempt > 0 ? 'Retry now' : 'Run now'}`,
      wait: job.attempt > 0 ? `waits ${waits}: backoff` : `waits ${waits}: due later, as its maker asked`,
      isAhead: true,
    },
  ];
}

/** A wait has two parts: until it was due, which was wanted, and from then on for a worker with a free slot. */
function waitOf(from: string, dueAt: string | null, to: string, isFirst: boolean): string | undefined {
  const due = Math.min(Date.parse(dueAt ?? from), Date.parse(to));
  const wantedMs = due - Date.parse(from);
  const slotMs = Date.parse(to) - Math.max(due, Date.parse(from));
  const parts = [
    ...(wantedMs >= 1 ? [`waited ${formatDuration(wantedMs)}: ${isFirst ? 'due later' : 'backoff'}`] : []),
    ...(slotMs >= 1 ? [`${wantedMs >= 1 ? 'then' : 'waited'} ${formatDuration(slotMs)} for a free slot`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function endOf(execution: JobExecutionResponse): string | undefined {
  const message = messageOf(execution.error);
  const refund = execution.attemptRefunded ? 'attempt refunded' : undefined;
  if (execution.outcome === 'lease_expired') return ['its worker sent no heartbeat', refund].filter(Boolean).join('; ');
  if (execution.outcome === 'released') return ['its worker stopped before the end', refund].filter(Boolean).join('; ');
  return [message, refund].filter(Boolean).join('; ') || undefined;
}

function makerOf({ createdBy, priority }: JobResponse): string {
  const [kind, id] = (createdBy ?? '').split(':');
  const maker = id === undefined ? 'by an unknown maker' : `by ${kind === 'key' ? 'API key' : kind} ${shortId(id)}`;
  return `${maker}${priority === 0 ? '' : `, priority ${priority}`}`;
}
