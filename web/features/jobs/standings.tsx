'use client';

import type { JobSummaryResponse, QueueStatsResponse } from '@rota/client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useQueuesWithStats } from '@/shell/api/use-queues';

type Standings = ReadonlyMap<string, QueueStatsResponse>;

const NONE: Standings = new Map();
const StandingsContext = createContext<Standings>(NONE);
/** Queues, first by name: a job of another one is only said to be due. */
const ASKED = 100;

/** How the queues of waiting jobs stand, asked once for a whole list. */
export function QueueStandings({
  rows,
  children,
}: {
  rows: readonly JobSummaryResponse[];
  children: ReactNode;
}): ReactNode {
  const isAsked = rows.some(({ status }) => status === 'queued' || status === 'scheduled');
  const { data } = useQueuesWithStats(ASKED, isAsked);
  const standings = useMemo(
    () => new Map(data?.data.flatMap(({ id, stats }) => (stats === null ? [] : [[id, stats] as const]))),
    [data],
  );
  return <StandingsContext value={standings}>{children}</StandingsContext>;
}

export const useStandings = (): Standings => useContext(StandingsContext);
