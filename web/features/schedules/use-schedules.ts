'use client';

import {
  dataOf,
  type ScheduleResponse,
  type ScheduleRunResponse,
  schedulesGet,
  schedulesList,
  schedulesListRuns,
} from '@rota/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/shell/api/client';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

/** Dots of a row, and rows of the history at first. */
export const SHOWN_RUNS = 20;
const ENDED = new Set(['completed', 'cancelled', 'dead_letter']);
const idOf = ({ id }: ScheduleResponse): string => id;

export function useScheduleList() {
  const { projectId } = useProject();
  const read = useCallback(
    (query: { cursor: string | undefined; limit: number }) =>
      dataOf(schedulesList({ client: api, path: { projectId }, query })),
    [projectId],
  );
  return useKeysetList({ queryKey: [projectId, 'schedules', 'list'], topic: 'schedules', read, idOf });
}

export function useSchedule(scheduleId: string) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('schedules'),
    queryKey: [projectId, 'schedules', 'one', scheduleId],
    queryFn: () => dataOf(schedulesGet({ client: api, path: { projectId, scheduleId } })),
  });
}

const isUnderWay = (run: ScheduleRunResponse): boolean => run.jobStatus !== null && !ENDED.has(run.jobStatus);

/** The last runs of each schedule by its id. Asked again only when one has fired since, or while one runs. */
export function useLastRuns(
  schedules: readonly ScheduleResponse[],
): ReadonlyMap<string, readonly ScheduleRunResponse[]> {
  const { projectId } = useProject();
  const live = useLive('schedules');
  return useQueries({
    queries: schedules.map(({ id, lastSlotAt }) => ({
      queryKey: [projectId, 'schedules', 'runs', id, lastSlotAt],
      queryFn: async () =>
        (
          await dataOf(
            schedulesListRuns({ client: api, path: { projectId, scheduleId: id }, query: { limit: SHOWN_RUNS } }),
          )
        ).data,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      refetchInterval: (query: { state: { data: ScheduleRunResponse[] | undefined } }) =>
        query.state.data?.some(isUnderWay) === true ? live.refetchInterval : false,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const id = schedules[index]?.id;
          return data === undefined || id === undefined ? [] : [[id, data] as const];
        }),
      ),
  });
}

export interface ScheduleHealth {
  /** Dead letters in a row, the newest first. */
  readonly failing: number;
  /** Of the last runs, those left out because an earlier one was not done. */
  readonly overlapped: number;
}

export function healthOf(runs: readonly ScheduleRunResponse[] | undefined): ScheduleHealth {
  const ended = (runs ?? []).filter(({ jobStatus, outcome }) => outcome === 'failed' || ENDED.has(jobStatus ?? ''));
  const good = ended.findIndex(({ jobStatus }) => jobStatus === 'completed' || jobStatus === 'cancelled');
  return {
    failing: good === -1 ? ended.length : good,
    overlapped: (runs ?? []).filter(({ outcome }) => outcome === 'skipped_overlap').length,
  };
}
