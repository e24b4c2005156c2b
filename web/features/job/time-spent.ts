import type { JobExecutionResponse, JobResponse } from '@rota/client';

/** What a job was doing: where an operator looks for the time that it took. */
export const SPENT = ['delayed', 'backoff', 'slot', 'ran', 'dead'] as const;
export type Spent = (typeof SPENT)[number];

type Share = Readonly<Record<Spent, number>>;

/**
 * The life of a job in milliseconds by what it was spent on, up to its end or to `now`: until it was due as its maker asked, backing off
 * between attempts, waiting for a free slot, running, and lying dead until somebody replayed it.
 */
export function timeSpentOf(job: JobResponse, executions: readonly JobExecutionResponse[], now: number): Share {
  const spent = { delayed: 0, backoff: 0, slot: 0, ran: 0, dead: 0 };
  let freeSince = Date.parse(job.createdAt);
  let wanted: 'delayed' | 'backoff' | 'dead' = 'delayed';
  const waitUntil = (dueAt: number, takenAt: number): void => {
    const due = Math.min(Math.max(dueAt, freeSince), takenAt);
    spent[wanted] += Math.max(0, due - freeSince);
    spent.slot += Math.max(0, takenAt - due);
  };
  for (const { dueAt, claimedAt, startedAt, finishedAt, finalStatus } of executions) {
    const begun = startedAt ?? claimedAt;
    const ended = finishedAt === null ? now : Date.parse(finishedAt);
    if (begun === null) waitUntil(dueAt === null ? freeSince : Date.parse(dueAt), ended);
    else {
      const begunAt = Date.parse(begun);
      waitUntil(dueAt === null ? freeSince : Date.parse(dueAt), begunAt);
      spent.ran += Math.max(0, ended - begunAt);
    }
    freeSince = ended;
    wanted = finalStatus === 'dead_letter' ? 'dead' : 'backoff';
  }
  if (job.status === 'queued' || job.status === 'scheduled') {
    waitUntil(job.runAt === null ? freeSince : Date.parse(job.runAt), Math.max(now, freeSince));
  }
  return spent;
}
