'use client';

import { dataOf, insightsWorker } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

/** One worker with what it holds of this project right now. */
export function useWorker(workerId: string) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('workers'),
    queryKey: [projectId, 'workers', 'one', workerId],
    queryFn: () => dataOf(insightsWorker({ client: api, path: { projectId, workerId } })),
  });
}
