'use client';

import { dataOf, insightsWorkers } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../live/live';
import { useProject } from '../project/project-context';
import { api } from './client';

/** The workers that serve this project, those of the last day; the first 200. */
export function useWorkers() {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('workers'),
    queryKey: [projectId, 'workers', 'first'],
    queryFn: async () =>
      (await dataOf(insightsWorkers({ client: api, path: { projectId }, query: { limit: 200 } }))).data,
  });
}
