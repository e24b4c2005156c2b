'use client';

import {
  dataOf,
  itemsOf,
  type JobResponse,
  jobsExecutions,
  type JobExecutionResponse,
  jobsGet,
  jobsLogs,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api } from '@/shell/api/client';
import { type ExactJson, field, parseExact } from '@/shell/json/exact-json';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';
import { type LogPage, readOn } from './log-pages';

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

const LINES_PER_PAGE = 200;

/** All lines, read on from where the last answer ended: logs come without a hint, and may be ten thousand lines long. */
export function useLogs(job: JobResponse) {
  const { projectId } = useProject();
  const live = useLive('jobs', FAST_MS, { isHinted: false });
  const pages = useRef<{ readonly jobId: string; readonly known: readonly LogPage[] }>(undefined);
  const logs = useQuery({
    ...live,
    refetchInterval: isEnded(job) ? false : live.refetchInterval,
    queryKey: [projectId, 'jobs', job.id, 'logs', isEnded(job), job.executionSeq],
    queryFn: async () => {
      const known = pages.current?.jobId === job.id ? pages.current.known : [];
      const query = { limit: LINES_PER_PAGE };
      const read = (cursor: string | undefined) =>
        dataOf(jobsLogs({ client: api, path: { projectId, jobId: job.id }, query: { ...query, cursor } }));
      const next = await readOn(known, read);
      pages.current = { jobId: job.id, known: next };
      return next;
    },
    placeholderData: (before, query) => (query?.queryKey[2] === job.id ? before : undefined),
    structuralSharing: false,
  });
  const lines = useMemo(() => logs.data?.flatMap((page) => page.lines), [logs.data]);
  return { data: lines, error: logs.error, refetch: logs.refetch };
}
