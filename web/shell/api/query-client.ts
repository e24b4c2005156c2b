import { RotaProblem } from '@rota/client';
import { QueryClient } from '@tanstack/react-query';
import { isFollowing } from '../live/frozen';

const GATEWAY_TIMEOUT = 504;

/** A refusal is an answer: only what may pass by itself is asked again. What was waited for in vain is said at once, not after three times as long. */
const shouldRetry = (count: number, error: Error): boolean =>
  count < 2 && (!(error instanceof RotaProblem) || error.status === 0 || mayPass(error.status));

const mayPass = (status: number): boolean => status >= 500 && status !== GATEWAY_TIMEOUT;

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
