'use client';

import { dataOf, insightsThroughput } from '@rota/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useLive } from '../live/live';
import { useProject } from '../project/project-context';
import type { Step } from './buckets';

interface Asked {
  readonly minutes: number;
  readonly step: Step;
  /** Id or name; without it the whole project. */
  readonly queue?: string;
}

/** Attempts by outcome and the slow end of waits and runs, from the roll-ups of whole minutes. */
export function useThroughput({ minutes, step, queue }: Asked) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('stats', 10_000),
    queryKey: [projectId, 'stats', 'throughput', minutes, step, queue],
    queryFn: async () => {
      const query = { minutes, bucketMinutes: step, ...(queue === undefined ? {} : { queue }) };
      return (await dataOf(insightsThroughput({ client: api, path: { projectId }, query }))).buckets;
    },
    placeholderData: keepPreviousData,
  });
}
