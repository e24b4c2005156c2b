import { RotaProblem } from '@rota/client';
import { QueryClient } from '@tanstack/react-query';
import { isFollowing } from '../live/frozen';

/** A refusal is an answer: only what may pass by itself is asked again. */
const shouldRetry = (count: number, error: Error): boolean =>
  count < 2 && (!(error instanceof RotaProblem) || error.status === 0 || error.status >= 500);

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 2_000,
        refetchOnWindowFocus: isFollowing,
        refetchOnReconnect: isFollowing,
        gcTime: 300_000,
      },
      mutations: { retry: false },
    },
  });
}
