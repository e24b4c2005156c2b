'use client';

import { dataOf, queuesList } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../live/live';
import { useProject } from '../project/project-context';
import { api } from './client';

/** The first 200 queues by name: for choices and for what needs attention. The list page reads on. */
export function useQueues() {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('queues', 15_000),
    queryKey: [projectId, 'queues', 'first'],
    queryFn: async () => (await dataOf(queuesList({ client: api, path: { projectId }, query: { limit: 200 } }))).data,
  });
}

/** The first queues by name with what stands in each. */
export function useQueuesWithStats(limit: number, isEnabled = true) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('queues', 10_000),
    queryKey: [projectId, 'queues', 'first-with-stats', limit],
    queryFn: () => dataOf(queuesList({ client: api, path: { projectId }, query: { limit, with: 'stats' } })),
    enabled: isEnabled,
  });
}
