'use client';

import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The token of a link that was mailed. It travels in the fragment, which no server sees. */
export const tokenIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

/** Undefined while rendered on the server, empty when the link is incomplete. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => tokenIn(window.location.hash),
    () => undefined,
  );
}
