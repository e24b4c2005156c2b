'use client';

import { dataOf, insightsStats } from '@rota/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLive } from '../live/live';
import { useProject } from '../project/project-context';
import { api } from './client';

/** How the project stands: counts as of now, rates of the last minutes. */
export function useStats(minutes: number) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('stats'),
    queryKey: [projectId, 'stats', minutes],
    queryFn: () => dataOf(insightsStats({ client: api, path: { projectId }, query: { minutes } })),
    placeholderData: keepPreviousData,
  });
}
