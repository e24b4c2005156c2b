'use client';

import { dataOf, queuesStats } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

/** What stands in one queue, and what keeps it waiting. */
export function useStandingOf(queue: string, isEnabled = true) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('queues'),
    queryKey: [projectId, 'queues', queue, 'stats'],
    queryFn: () => dataOf(queuesStats({ client: api, path: { projectId, queue } })),
    enabled: isEnabled,
  });
}
