'use client';

import { type ApiKeyResponse, apiKeysList, dataOf } from '@rota/client';
import { useCallback } from 'react';
import { api } from '@/shell/api/client';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useProject } from '@/shell/project/project-context';

export type KeyScope = ApiKeyResponse['scopes'][number];

export const SCOPES: readonly { readonly value: KeyScope; readonly label: string; readonly description: string }[] = [
  { value: 'enqueue', label: 'Enqueue', description: 'hand in jobs, and nothing else' },
  { value: 'read', label: 'Read', description: 'see queues, jobs, schedules, dead letters, workers and figures' },
  { value: 'manage', label: 'Manage', description: 'cancel, retry, replay, pause; change queues and schedules' },
];

export const printedPrefix = ({ prefix }: Pick<ApiKeyResponse, 'prefix'>): string => `rota_${prefix}_…`;

/** Notice is given so long before a key ends: as on the overview. */
const NOTICE_MS = 14 * 86_400_000;

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

export function stateOfKey({ expiresAt, revokedAt }: ApiKeyResponse, now: number): KeyState {
  if (revokedAt !== null && Date.parse(revokedAt) <= now) return 'revoked';
  if (expiresAt === null) return 'active';
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? 'expired' : left < NOTICE_MS ? 'expiring' : 'active';
}

export function useKeyList() {
  const { projectId } = useProject();
  const read = useCallback(
    (query: { cursor: string | undefined; limit: number }) =>
      dataOf(apiKeysList({ client: api, path: { projectId }, query })),
    [projectId],
  );
  return useKeysetList({ queryKey: [projectId, 'api-keys', 'list'], topic: 'audit', read, idOf });
}

const idOf = ({ id }: ApiKeyResponse): string => id;
