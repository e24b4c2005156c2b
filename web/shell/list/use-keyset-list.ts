'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { STAYS_PUT } from '../live/hint-follower';
import { type Topic, useLive } from '../live/live';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
}

interface KeysetOptions<Row> {
  readonly queryKey: readonly unknown[];
  readonly topic: Topic;
  readonly read: (query: { cursor: string | undefined; limit: number }) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => string;
  readonly pageSize?: number;
}

export interface KeysetList<Row> {
  readonly rows: readonly Row[];
  /** Undefined until the first answer. */
  readonly data: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
  /** Rows that have come since and wait for `showNew`. */
  readonly newCount: number;
  readonly hasMoreNew: boolean;
  readonly showNew: () => void;
  /** The row no longer fits the filter, and stands here only until the list is renewed. */
  readonly isGone: (row: Row) => boolean;
  readonly pageNumber: number;
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  readonly updatedAt: number;
}

/** The most rows that the interface gives at once: so many new ones are noticed. */
const PROBE_LIMIT = 100;

/**
 * A list that stays put. What is on screen is a snapshot of one page; a second request renews the rows in place and counts what
 * has come before them. Nothing moves until somebody asks for it.
 */
export function useKeysetList<Row>(options: KeysetOptions<Row>): KeysetList<Row> {
  const { queryKey, topic, read, idOf, pageSize = 50 } = options;
  const signature = JSON.stringify(queryKey);
  const [position, setPosition] = useState({ signature, cursors: [] as string[] });
  const cursors = position.signature === signature ? position.cursors : [];
  const cursor = cursors.at(-1);

  const snapshot = useQuery({
    queryKey: [...queryKey, 'page', cursor ?? 'first'],
    queryFn: () => read({ cursor, limit: pageSize }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: STAYS_PUT,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (before, query) => (query?.queryKey.length === queryKey.length + 2 ? before : undefined),
  });
  const probe = useQuery({
    ...useLive(topic),
    queryKey: [...queryKey, 'probe', cursor ?? 'first'],
    queryFn: () => read({ cursor, limit: cursor === undefined ? PROBE_LIMIT : pageSize }),
    enabled: snapshot.data !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

  const merged = useMemo(
    () =>
      merge(
        snapshot.data?.data,
        probe.isPlaceholderData ? undefined : probe.data,
        idOf,
        snapshot.dataUpdatedAt <= probe.dataUpdatedAt,
      ),
    [snapshot.data, probe.data, probe.isPlaceholderData, idOf, snapshot.dataUpdatedAt, probe.dataUpdatedAt],
  );
  const move = useCallback((next: string[]) => setPosition({ signature, cursors: next }), [signature]);
  const refetch = useCallback(() => {
    void snapshot.refetch();
    if (snapshot.data !== undefined) void probe.refetch();
  }, [snapshot, probe]);
  const nextCursor = snapshot.data?.page.nextCursor ?? undefined;
  return {
    rows: merged.rows,
    data: snapshot.data === undefined ? undefined : merged.rows,
    error: snapshot.error ?? probe.error,
    refetch,
    newCount: cursor === undefined ? merged.newCount : 0,
    hasMoreNew: merged.newCount >= PROBE_LIMIT,
    showNew: refetch,
    isGone: (row) => merged.gone.has(idOf(row)),
    pageNumber: cursors.length + 1,
    newer: cursors.length === 0 ? undefined : () => move(cursors.slice(0, -1)),
    older: nextCursor === undefined ? undefined : () => move([...cursors, nextCursor]),
    updatedAt: Math.max(snapshot.dataUpdatedAt, probe.dataUpdatedAt),
  };
}

function merge<Row>(
  shown: readonly Row[] | undefined,
  probe: Page<Row> | undefined,
  idOf: (row: Row) => string,
  isProbeLater: boolean,
): { rows: readonly Row[]; newCount: number; gone: ReadonlySet<string> } {
  if (shown === undefined) return { rows: [], newCount: 0, gone: new Set() };
  if (probe === undefined || !isProbeLater) return { rows: shown, newCount: 0, gone: new Set() };
  const fresh = new Map(probe.data.map((row) => [idOf(row), row]));
  const known = new Set(shown.map(idOf));
  const firstKnown = probe.data.findIndex((row) => known.has(idOf(row)));
  const newCount = firstKnown === -1 ? probe.data.length : firstKnown;
  // A probe that ends before the end of the page says nothing about the rows behind its own last one.
  const lastSeen = probe.page.hasMore ? shown.findLastIndex((row) => fresh.has(idOf(row))) : shown.length - 1;
  const gone = new Set(
    shown
      .slice(0, lastSeen + 1)
      .map(idOf)
      .filter((id) => !fresh.has(id)),
  );
  return { rows: shown.map((row) => fresh.get(idOf(row)) ?? row), newCount, gone };
}
