'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { serverNow } from '../time/server-clock';
import { noteFrozen } from './frozen';
import { HintFollower, type LiveMeta, mayBeRenewed } from './hint-follower';
import { LiveStream, type StreamState } from './live-stream';
import type { Topic } from './topics';
import { usePageInSight } from './use-page-in-sight';

export type { Topic } from './topics';

export const POLL_MS = 5_000;
/** Queries that are asked often may be asked again a second after a hint; dear ones keep their pace. */
const HINTED_GAP_MS = 1_000;
/** Ages move without a hint, and hints may be lost: what is on screen is never older than this. */
const NET_MS = 20_000;

interface Live {
  /** `live`: hints come. `polling`: they do not, so it is asked again at intervals. `frozen`: nothing changes until it is told to. */
  readonly state: 'connecting' | 'live' | 'polling' | 'frozen';
  readonly frozenAt: number | undefined;
  readonly toggle: () => void;
}

const LiveContext = createContext<Live | undefined>(undefined);

/** Whether, and by which means, what is on screen follows what happens. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const { projectId } = useParams<{ projectId: string }>();
  const [frozenAt, setFrozenAt] = useState<number>();
  const queryClient = useQueryClient();
  const isFrozen = frozenAt !== undefined;
  const toggle = useCallback(() => setFrozenAt((before) => (before === undefined ? serverNow() : undefined)), []);
  useEffect(() => {
    noteFrozen(isFrozen);
    if (!isFrozen) renew(queryClient);
  }, [isFrozen, queryClient]);
  const stream = useStream(projectId, !isFrozen);
  // A stream is refused, too, when the project was removed meanwhile.
  useEffect(() => {
    if (stream === 'down') void queryClient.invalidateQueries({ queryKey: ['projects'] });
  }, [stream, queryClient]);
  const value = useMemo<Live>(() => {
    const state = isFrozen ? 'frozen' : stream === 'down' ? 'polling' : stream;
    return { state, frozenAt, toggle };
  }, [isFrozen, stream, frozenAt, toggle]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

/** Everything on screen is asked again, but for the lists that stay put: what is new to them waits to be shown. */
const renew = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ predicate: mayBeRenewed, refetchType: 'active' }, { cancelRefetch: false });

/** A tab that nobody sees lets go of its stream: browsers allow six connections to a server, over all tabs. */
function useStream(projectId: string, isWanted: boolean): StreamState {
  const queryClient = useQueryClient();
  const isInSight = usePageInSight();
  const [state, setState] = useState<StreamState>('connecting');
  const isOn = isWanted && isInSight;
  useEffect(() => {
    if (!isOn) return undefined;
    const follower = new HintFollower(queryClient);
    const stream = new LiveStream(`/api/rota/api/v1/projects/${projectId}/events`, {
      onState: setState,
      onHint: (topic) => follower.hint(topic),
      onResync: () => renew(queryClient),
    });
    return () => {
      stream.close();
      follower.close();
      setState('connecting');
    };
  }, [projectId, isOn, queryClient]);
  return state;
}

export function useLiveState(): Live {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('useLiveState outside of LiveProvider');
  return live;
}

interface LiveOptions {
  readonly refetchInterval: number | false;
  readonly refetchOnWindowFocus: boolean;
  readonly meta: { readonly live: LiveMeta };
}

/**
 * Options for a query that follows a topic: `useQuery({ ...useLive('jobs'), queryKey: [projectId, 'jobs', …] })`.
 * `everyMs`: how often it is asked while there are no hints; from 10 s on it is dear, and keeps that pace with hints, too.
 * `isHinted: false` for what changes without a hint, like log lines and progress: it is always asked at its pace.
 */
export function useLive(topic: Topic, everyMs: number = POLL_MS, { isHinted = true } = {}): LiveOptions {
  const { state } = useLiveState();
  return useMemo(() => {
    const meta = { live: { topic, gapMs: everyMs >= 10_000 ? everyMs : HINTED_GAP_MS } };
    if (state === 'frozen') return { refetchInterval: false, refetchOnWindowFocus: false, meta };
    const refetchInterval = state === 'live' && isHinted ? Math.max(NET_MS, everyMs) : everyMs;
    return { refetchInterval, refetchOnWindowFocus: true, meta };
  }, [topic, everyMs, isHinted, state]);
}
