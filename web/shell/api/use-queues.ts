'use client';

import { dataOf, queuesStats, queuesList } from '@rota/client';
import { useQueries, useQuery } from '@tanstack/react-query';
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

/** What stands in each of some queues, by id; those that are not known yet are left out. */
export function useQueueStats(queueIds: readonly string[]) {
  const { projectId } = useProject();
  const live = useLive('queues', 10_000);
  return useQueries({
    queries: queueIds.map((queue) => ({
      ...live,
      queryKey: [projectId, 'queues', queue, 'stats'],
      queryFn: () => dataOf(queuesStats({ client: api, path: { projectId, queue } })),
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => (data === undefined ? [] : [[queueIds[index] ?? '', data] as const])),
      ),
  });
}
