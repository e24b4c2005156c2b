'use client';

import {
  dataOf,
  type ListedScheduleResponse,
  type ScheduleRunResponse,
  schedulesGet,
  schedulesList,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/shell/api/client';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

/** Dots of a row, and rows of the history at first. */
export const SHOWN_RUNS = 20;
const ENDED = new Set(['completed', 'cancelled', 'dead_letter']);
const idOf = ({ id }: ListedScheduleResponse): string => id;

export function useScheduleList() {
  const { projectId } = useProject();
  const read = useCallback(
    (query: { cursor: string | undefined; limit: number }) =>
      dataOf(schedulesList({ client: api, path: { projectId }, query: { ...query, with: 'runs' } })),
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
