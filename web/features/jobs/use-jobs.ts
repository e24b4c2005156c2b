'use client';

import { dataOf, type JobSummaryResponse, jobsList } from '@rota/client';
import { api } from '@/shell/api/client';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useProject } from '@/shell/project/project-context';
import { type JobFilters, requestOf } from './job-filter';

export const idOfJob = ({ id }: JobSummaryResponse): string => id;

export function useJobs(filters: JobFilters, pageSize = 50) {
  const { projectId } = useProject();
  return useKeysetList<JobSummaryResponse>({
    queryKey: [projectId, 'jobs', 'list', filters],
    topic: 'jobs',
    read: (query) => dataOf(jobsList({ client: api, path: { projectId }, query: { ...query, ...requestOf(filters) } })),
    idOf: idOfJob,
    pageSize,
  });
}
