import type { JobExecutionResponse, JobResponse } from '@rota/client';
import type { Status } from '@/shell/theme';
import { formatDuration, shortId } from '@/shell/time/format';
import { putBacksOf } from './put-back';

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
  /** Its last worker did not know its handler. */
  readonly wasPutBack: boolean;
  /** What keeps it in its queue, in words. */
  readonly waitsFor: string | undefined;
}

/** Everything that happened to a job, newest first, and what will happen next by itself. */
export function timelineOf(
  job: JobResponse,
  executions: readonly JobExecutionResponse[],
  waitsFor?: string,
  makerName?: string,
): TimelineEvent[] {
  const events: TimelineEvent[] = [
    {
      key: 'enqueued',
      at: job.createdAt,
      icon: 'queued',
      title: 'Enqueued',
      text: makerOf(job, makerName),
      wait: undefined,
    },
  ];
  const putBacks = putBacksOf(job, executions);
  let freeSince = job.createdAt;
  let wanted: Wanted = 'due later';
  let wasDead = false;
  let run: JobExecutionResponse[] = [];
  for (const execution of executions) {
    const { executionSeq: seq, finishedAt, finalStatus, outcome } = execution;
    if (wasDead) events.push(replayed(`replayed ${seq}`));
    if (putBacks.has(seq)) {
      // Equal ones in a row are one entry: a handler that is missing for an hour makes hundreds.
      if (run.length > 0) events.pop();
      run = [...run, execution];
      events.push(putBackOf(run));
    } else {
      run = [];
      events.push(...attemptOf(execution, freeSince, wanted));
    }
    if (outcome !== null && finishedAt !== null) freeSince = finishedAt;
    wanted = run.length > 0 ? 'put back' : 'backoff';
    wasDead = finalStatus === 'dead_letter';
    if (wasDead)
      events.push({
        key: `dead ${seq}`,
        at: finishedAt ?? undefined,
        icon: 'dead_letter',
        title: 'Dead letter',
        text: 'not tried again by itself',
        wait: undefined,
      });
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
  events.push(...aheadOf({ job, freeSince, wasDead, wasPutBack: run.length > 0, waitsFor }));
  return events.toReversed();
}

const replayed = (key: string): TimelineEvent => ({
  key,
  at: undefined,
  icon: 'queued',
  title: 'Replayed',
  text: 'back in its queue, attempts start anew',
  wait: undefined,
});

/** Workers met it and did not know its handler, one after the other. */
function putBackOf(run: readonly JobExecutionResponse[]): TimelineEvent {
  const [first, last] = [run[0]?.finishedAt, run.at(-1)?.finishedAt];
  const overMs = Date.parse(last ?? '') - Date.parse(first ?? '');
  return {
    key: `put back ${run[0]?.executionSeq}`,
    at: last ?? undefined,
    icon: 'late',
    title: 'No worker here knows this handler',
    text: run.length === 1 ? 'put back, refunded' : `put back ${run.length} times, refunded each time`,
    wait: run.length === 1 ? undefined : `over ${formatDuration(overMs)}`,
  };
}

/** Its start and its end. */
function attemptOf(execution: JobExecutionResponse, freeSince: string, wanted: Wanted): TimelineEvent[] {
  const { executionSeq: seq, claimedAt, startedAt, finishedAt, attempt, outcome, dueAt, workerId } = execution;
  const begun = startedAt ?? claimedAt;
  const events: TimelineEvent[] = [];
  if (begun !== null) {
    events.push({
      key: `started ${seq}`,
      at: begun,
      icon: 'started',
      title: startedAt === null ? `Attempt ${attempt} claimed` : `Attempt ${attempt} started`,
      text: workerId === null ? undefined : `on worker ${shortId(workerId)}`,
      wait: waitOf({ from: freeSince, dueAt, to: claimedAt ?? begun, wanted }),
    });
  }
  if (outcome === null || finishedAt === null) return events;
  const { icon, title } = TITLES[outcome] ?? { icon: 'failed', title: () => outcome };
  const heldMs = begun === null ? undefined : Date.parse(finishedAt) - Date.parse(begun);
  events.push({
    key: `ended ${seq}`,
    at: finishedAt,
    icon,
    title: title(attempt),
    text: endOf(execution),
    wait: heldMs === undefined ? undefined : `${startedAt === null ? 'held' : 'ran'} ${formatDuration(heldMs)}`,
  });
  return events;
}

function aheadOf({ job, freeSince, wasDead, wasPutBack, waitsFor }: Ahead): TimelineEvent[] {
  if (wasDead && job.status !== 'dead_letter') return [{ ...replayed('replayed'), isAhead: true }];
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
  const waits = `waits ${formatDuration(Date.parse(job.runAt) - Date.parse(freeSince))}`;
  if (wasPutBack) {
    return [
      {
        key: 'ahead',
        at: job.runAt,
        icon: 'late',
        title: 'Offered to the workers again',
        text: `it runs once a worker of its queue offers ${job.handler}`,
        wait: `${waits}: put back`,
        isAhead: true,
      },
    ];
  }
  return [
    {
      key: 'ahead',
      at: job.runAt,
      icon: job.attempt > 0 ? 'retrying' : 'scheduled',
      title: `Attempt ${job.attempt + 1} starts`,
      text: `or at once with ${job.attempt > 0 ? 'Retry now' : 'Run now'}`,
      wait: job.attempt > 0 ? `${waits}: backoff` : `${waits}: due later, as its maker asked`,
      isAhead: true,
    },
  ];
}

type Wanted = 'due later' | 'backoff' | 'put back';

interface Wait {
  readonly from: string;
  readonly dueAt: string | null;
  readonly to: string;
  /** Why it was not due at once. */
  readonly wanted: Wanted;
}

/** A wait has two parts: until it was due, which was wanted, and from then on until a worker took it, which has many causes. */
function waitOf({ from, dueAt, to, wanted }: Wait): string | undefined {
  const due = Math.min(Date.parse(dueAt ?? from), Date.parse(to));
  const wantedMs = due - Date.parse(from);
  const takenMs = Date.parse(to) - Math.max(due, Date.parse(from));
  const parts = [
    ...(wantedMs >= 1 ? [`waited ${formatDuration(wantedMs)}: ${wanted}`] : []),
    ...(takenMs >= 1 ? [`${wantedMs >= 1 ? 'then' : 'waited'} ${formatDuration(takenMs)} to be taken`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function endOf(execution: JobExecutionResponse): string | undefined {
  const message = messageOf(execution.error);
  const refund = execution.attemptRefunded ? 'attempt refunded' : undefined;
  if (execution.outcome === 'lease_expired') return ['its worker sent no heartbeat', refund].filter(Boolean).join('; ');
  if (execution.outcome === 'released') {
    const cause =
      execution.startedAt === null
        ? 'never started: its worker stopped or had no free slot'
        : 'its worker stopped before the end';
    return [cause, refund].filter(Boolean).join('; ');
  }
  return [message, refund].filter(Boolean).join('; ') || undefined;
}

function makerOf({ createdBy, priority }: JobResponse, name: string | undefined): string {
  const [kind, id] = (createdBy ?? '').split(':');
  const maker =
    id === undefined ? 'by an unknown maker' : `by ${kind === 'key' ? 'API key' : kind} ${name ?? shortId(id)}`;
  return `${maker}${priority === 0 ? '' : `, priority ${priority}`}`;
}
