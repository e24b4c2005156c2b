'use client';

import {
  dataOf,
  type DeadLettersListData,
  type DeadLetterSummaryResponse,
  deadLettersGet,
  deadLettersGroups,
  deadLettersList,
} from '@rota/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '@/shell/api/client';
import { parseExact, field } from '@/shell/json/exact-json';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';

export type LetterFilter = Omit<NonNullable<DeadLettersListData['query']>, 'limit' | 'cursor'>;

const idOf = ({ id }: DeadLetterSummaryResponse): string => id;

/** Open letters by error, queue and handler: the server's answer, from the newest of them. */
export function useLetterGroups(filter: Pick<LetterFilter, 'queue' | 'handler'>, isEnabled: boolean) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('dead-letters', 15_000),
    queryKey: [projectId, 'dead-letters', 'groups', filter],
    queryFn: () => dataOf(deadLettersGroups({ client: api, path: { projectId }, query: filter })),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** The newest few of a group. */
export function useNewestLetters(filter: LetterFilter, limit: number) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('dead-letters', 15_000),
    queryKey: [projectId, 'dead-letters', 'newest', filter],
    queryFn: async () =>
      (await dataOf(deadLettersList({ client: api, path: { projectId }, query: { ...filter, limit } }))).data,
  });
}

export function useLetterList(filter: LetterFilter) {
  const { projectId } = useProject();
  const signature = JSON.stringify(filter);
  const read = useCallback(
    (query: { cursor: string | undefined; limit: number }) =>
      dataOf(
        deadLettersList({
          client: api,
          path: { projectId },
          query: { ...(JSON.parse(signature) as LetterFilter), ...query },
        }),
      ),
    [projectId, signature],
  );
  return useKeysetList({ queryKey: [projectId, 'dead-letters', 'list', filter], topic: 'dead-letters', read, idOf });
}

/** The payload is kept as text: `JSON.parse` would round its big numbers. */
export function useLetter(deadLetterId: string) {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('dead-letters'),
    queryKey: [projectId, 'dead-letters', 'one', deadLetterId],
    queryFn: async () => {
      const path = { projectId, deadLetterId };
      const text = (await dataOf(deadLettersGet({ client: api, path, parseAs: 'text' }))) as unknown as string;
      return { letter: JSON.parse(text) as DeadLetterSummaryResponse, payload: field(parseExact(text), 'payload') };
    },
  });
}
