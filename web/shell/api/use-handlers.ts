'use client';

import { dataOf, handlersList } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from './client';

/** What a job can be: changes with a release only. */
export function useHandlers() {
  return useQuery({
    queryKey: ['handlers'],
    queryFn: async () => (await dataOf(handlersList({ client: api }))).data,
    staleTime: 600_000,
  });
}
