'use client';

import {
  dataOf,
  itemsOf,
  type JobLogLineResponse,
  type JobResponse,
  jobsExecutions,
  type JobExecutionResponse,
  jobsGet,
  jobsLogs,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { type ExactJson, field, parseExact } from '@/shell/json/exact-json';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

export interface ExactJob {
  readonly job: JobResponse;
  /** Payload and result as the server wrote them, numbers of any size included. */
  readonly payload: ExactJson | undefined;
  readonly result: ExactJson | undefined;
}

const FAST_MS = 2_000;
const MAX_EXECUTIONS = 1_000;

export const isEnded = ({ status }: { status: string }): boolean =>
  ['completed', 'cancelled', 'dead_letter'].includes(status);

/** Progress moves without a hint, so a job that runs is asked for at its own pace. */
export function useJob(jobId: string) {
  const { projectId } = useProject();
  const hinted = useLive('jobs');
  const moving = useLive('jobs', FAST_MS, { isHinted: false });
  return useQuery({
    ...hinted,
    refetchInterval: ({ state }) => (state.data?.job.status === 'running' ? moving : hinted).refetchInterval,
    queryKey: [projectId, 'jobs', jobId],
    queryFn: async (): Promise<ExactJob> => {
      const text = (await dataOf(
        jobsGet({ client: api, path: { projectId, jobId }, parseAs: 'text' }),
      )) as unknown as string;
      const exact = parseExact(text);
      return { job: JSON.parse(text) as JobResponse, payload: field(exact, 'payload'), result: field(exact, 'result') };
    },
  });
}

/** All attempts, oldest first. `version` changes whenever the job does, so that they are read again just then. */
export function useExecutions(job: JobResponse) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [projectId, 'jobs', job.id, 'executions', job.executionSeq, job.status, job.startedAt],
    queryFn: async () => {
      const executions: JobExecutionResponse[] = [];
      const path = { projectId, jobId: job.id };
      for await (const execution of itemsOf((cursor) =>
        jobsExecutions({ client: api, path, query: { cursor, limit: 200 } }),
      )) {
        executions.push(execution);
        if (executions.length === MAX_EXECUTIONS) break;
      }
      return executions;
    },
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
}

/** A job keeps 1,000 lines, so all of them are read. */
export function useLogs(job: JobResponse) {
  const { projectId } = useProject();
  const live = useLive('jobs', FAST_MS, { isHinted: false });
  return useQuery({
    ...live,
    refetchInterval: isEnded(job) ? false : live.refetchInterval,
    queryKey: [projectId, 'jobs', job.id, 'logs', isEnded(job), job.executionSeq],
    queryFn: async () => {
      const lines: JobLogLineResponse[] = [];
      const path = { projectId, jobId: job.id };
      for await (const line of itemsOf((cursor) => jobsLogs({ client: api, path, query: { cursor, limit: 200 } })))
        lines.push(line);
      return lines;
    },
    placeholderData: (before) => before,
  });
}
