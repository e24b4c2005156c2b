'use client';

import { dataOf, jobsGet, jobsList, type JobResponse } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

/** So many jobs in flight of the project are looked through for those of one worker. */
const LOOKED_AT = 50;

/** What a worker holds of this project right now. */
export function useWorkerJobs(workerId: string) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('workers'),
    queryKey: [projectId, 'workers', 'jobs', workerId],
    queryFn: async ({ signal }) => {
      const list = (status: 'running' | 'claimed') =>
        dataOf(jobsList({ client: api, path: { projectId }, query: { status, limit: LOOKED_AT }, signal }));
      const [running, claimed] = await Promise.all([list('running'), list('claimed')]);
      const ids = [...running.data, ...claimed.data].map(({ id }) => id);
      const jobs = await Promise.all(ids.map((jobId) => readJob(projectId, jobId, signal)));
      const own = jobs.filter((job) => job !== undefined && job.workerId === workerId && isInFlight(job));
      return { jobs: own as JobResponse[], isCapped: running.page.hasMore || claimed.page.hasMore };
    },
  });
}

const isInFlight = ({ status }: JobResponse): boolean => status === 'running' || status === 'claimed';

async function readJob(projectId: string, jobId: string, signal: AbortSignal): Promise<JobResponse | undefined> {
  return dataOf(jobsGet({ client: api, path: { projectId, jobId }, signal })).catch(() => undefined);
}
