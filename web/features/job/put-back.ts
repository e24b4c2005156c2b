import type { JobExecutionResponse, JobResponse } from '@rota/client';

/** A worker that stops, or has no free slot, gives a job back at once; clocks of two rows may differ by less than this. */
const AT_ONCE_MS = 1_000;

/** Sequence numbers of the executions that no worker ran because it did not know the handler: given back unstarted, and for later. */
export function putBacksOf(job: JobResponse, executions: readonly JobExecutionResponse[]): ReadonlySet<number> {
  const seqs = executions.flatMap((execution, index) => {
    const { executionSeq, outcome, startedAt, finishedAt } = execution;
    if (outcome !== 'released' || startedAt !== null || finishedAt === null) return [];
    const next = executions[index + 1];
    const dueAt = next === undefined ? job.runAt : (next.dueAt ?? next.finishedAt);
    return dueAt !== null && Date.parse(dueAt) - Date.parse(finishedAt) >= AT_ONCE_MS ? [executionSeq] : [];
  });
  return new Set(seqs);
}

/** Is the job between two workers, the last of which did not know its handler? */
export function isPutBack(job: JobResponse, executions: readonly JobExecutionResponse[]): boolean {
  if (!['scheduled', 'queued', 'claimed'].includes(job.status)) return false;
  const last = executions.findLast(({ outcome }) => outcome !== null);
  return last !== undefined && putBacksOf(job, executions).has(last.executionSeq);
}
