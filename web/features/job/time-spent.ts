import type { JobExecutionResponse, JobResponse } from '@rota/client';
import { putBacksOf } from './put-back';

/** What a job was doing: where an operator looks for the time that it took. */
export const SPENT = ['delayed', 'backoff', 'unknown', 'slot', 'ran', 'dead'] as const;
export type Spent = (typeof SPENT)[number];

type Share = Readonly<Record<Spent, number>>;

/**
 * The life of a job in milliseconds by what it was spent on, up to its end or to `now`: until it was due as its maker asked, backing off
 * between attempts, put back by workers that do not know its handler, due and not yet taken, running, and lying dead until somebody replayed it.
 */
export function timeSpentOf(job: JobResponse, executions: readonly JobExecutionResponse[], now: number): Share {
  const spent = { delayed: 0, backoff: 0, unknown: 0, slot: 0, ran: 0, dead: 0 };
  const putBacks = putBacksOf(job, executions);
  let freeSince = Date.parse(job.createdAt);
  let wanted: 'delayed' | 'backoff' | 'unknown' | 'dead' = 'delayed';
  const waitUntil = (dueAt: number, takenAt: number): void => {
    const due = Math.min(Math.max(dueAt, freeSince), takenAt);
    spent[wanted] += Math.max(0, due - freeSince);
    spent.slot += Math.max(0, takenAt - due);
  };
  for (const { executionSeq, dueAt, claimedAt, startedAt, finishedAt, finalStatus } of executions) {
    const begun = startedAt ?? claimedAt;
    const ended = finishedAt === null ? now : Date.parse(finishedAt);
    if (begun === null) waitUntil(dueAt === null ? freeSince : Date.parse(dueAt), ended);
    else {
      const begunAt = Date.parse(begun);
      waitUntil(dueAt === null ? freeSince : Date.parse(dueAt), begunAt);
      spent[putBacks.has(executionSeq) ? 'unknown' : 'ran'] += Math.max(0, ended - begunAt);
    }
    freeSince = ended;
    if (finalStatus === 'dead_letter') wanted = 'dead';
    else wanted = putBacks.has(executionSeq) ? 'unknown' : 'backoff';
  }
  if (job.status === 'queued' || job.status === 'scheduled') {
    waitUntil(job.runAt === null ? freeSince : Date.parse(job.runAt), Math.max(now, freeSince));
  }
  return spent;
}
