'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { serverNow } from '../time/server-clock';

/** What can change by itself. A query key begins with the project and one of these. */
export type Topic = 'jobs' | 'queues' | 'schedules' | 'dead-letters' | 'workers' | 'stats' | 'audit';

export const POLL_MS = 5_000;

interface Live {
  /** `polling`: asked again every five seconds. `frozen`: nothing changes until it is told to. */
  readonly state: 'polling' | 'frozen';
  readonly frozenAt: number | undefined;
  readonly toggle: () => void;
}

const LiveContext = createContext<Live | undefined>(undefined);

/** Whether what is on screen follows what happens. A stream of hints would be read here, and invalidate by topic. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const [frozenAt, setFrozenAt] = useState<number>();
  const queryClient = useQueryClient();
  const toggle = useCallback(() => setFrozenAt((before) => (before === undefined ? serverNow() : undefined)), []);
  useEffect(() => {
    if (frozenAt === undefined) void queryClient.invalidateQueries({ refetchType: 'active' });
  }, [frozenAt, queryClient]);
  const value = useMemo<Live>(
    () => ({ state: frozenAt === undefined ? 'polling' : 'frozen', frozenAt, toggle }),
    [frozenAt, toggle],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}

export function useLiveState(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLiveState outside of LiveProvider');
  return live;
}

/** Options for a query that follows a topic: `useQuery({ ...useLive('jobs'), queryKey: [projectId, 'jobs', …] })`. */
export function useLive(_topic: Topic, everyMs: number = POLL_MS): LiveOptions {
  const { state } = useLiveState();
  return state === 'frozen'
    ? { refetchInterval: false, refetchOnWindowFocus: false }
    : { refetchInterval: everyMs, refetchOnWindowFocus: true };
}

interface LiveOptions {
  readonly refetchInterval: number | false;
  readonly refetchOnWindowFocus: boolean;
}
