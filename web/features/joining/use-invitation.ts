'use client';

import { accountsInspect, dataOf, meDescribe } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { isSignedIn } from '@/shell/api/session';

/** What a link invites to. Asked for once: a wrong token counts as a failed attempt to sign in. */
export function useInvitation(token: string | undefined) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => dataOf(accountsInspect({ client: api, body: { token: token ?? '' } })),
    enabled: token !== undefined && token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Who is signed in in this browser; null when nobody is. */
export function useVisitor() {
  return useQuery({
    queryKey: ['visitor'],
    queryFn: async () => ((await isSignedIn()) ? (await dataOf(meDescribe({ client: api }))).user : null),
    retry: false,
    staleTime: 60_000,
  });
}
