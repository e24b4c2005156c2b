'use client';

import {
  apiKeysList,
  type ApiKeyResponse,
  dataOf,
  deadLettersList,
  type DeadLetterSummaryResponse,
  type ProjectStatsResponse,
  type QueueResponse,
  type QueueStatsResponse,
  schedulesList,
  type WorkerResponse,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useQueues, useQueueStats } from '@/shell/api/use-queues';
import { useWorkers } from '@/shell/api/use-workers';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';
import type { Status, Tone } from '@/shell/theme';
import { formatCapped, formatCount, formatWhole, shortId } from '@/shell/time/format';
import { serverNow } from '@/shell/time/server-clock';

export interface Trouble {
  readonly key: string;
  readonly title: string;
  readonly icon: Status | 'key';
  readonly tone: Tone;
  readonly subject: string;
  readonly text: string;
  readonly at: string | undefined;
  readonly action: string;
  readonly path: string;
}

const HOUR_MS = 3_600_000;
const KEY_NOTICE_MS = 14 * 24 * HOUR_MS;
/** So many paused queues are looked into: one request each. */
const MAX_PAUSED = 20;

/** What an operator should look at, worst first. Undefined until the first answers are here. */
export function useTroubles(stats: ProjectStatsResponse | undefined): readonly Trouble[] | undefined {
  const queues = useQueues();
  const paused = (queues.data ?? []).filter(({ isPaused }) => isPaused).slice(0, MAX_PAUSED);
  const standing = useQueueStats(paused.map(({ id }) => id));
  const workers = useWorkers();
  const letters = useRecentLetters();
  const keys = useExpiringKeys();
  const schedules = useScheduleNames();
  if (stats === undefined || queues.data === undefined || workers.data === undefined) return undefined;
  return [
    ...lettersGrowing(letters.data ?? []),
    ...noWorker(stats),
    ...uncovered(queues.data, workers.data),
    ...deadWorkers(workers.data),
    ...failingSchedules(letters.data ?? [], schedules.data ?? new Map()),
    ...pausedWithBacklog(paused, standing),
    ...keysExpiring(keys.data ?? []),
  ];
}

function useRecentLetters() {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('dead-letters', 15_000),
    queryKey: [projectId, 'dead-letters', 'recent'],
    queryFn: async () => {
      const { data } = await dataOf(deadLettersList({ client: api, path: { projectId }, query: { limit: 200 } }));
      return data.filter(({ createdAt }) => serverNow() - Date.parse(createdAt) < 24 * HOUR_MS);
    },
  });
}

function useExpiringKeys() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [projectId, 'api-keys', 'first'],
    queryFn: async () => (await dataOf(apiKeysList({ client: api, path: { projectId }, query: { limit: 200 } }))).data,
    staleTime: 300_000,
  });
}

function useScheduleNames() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: [projectId, 'schedules', 'names'],
    queryFn: async () => {
      const { data } = await dataOf(schedulesList({ client: api, path: { projectId }, query: { limit: 200 } }));
      return new Map(data.map(({ id, name }) => [id, name]));
    },
    staleTime: 60_000,
  });
}

const messageOf = (error: unknown): string => (error as { message?: string } | null)?.message ?? 'no message';

/** Letters of the last hour by queue and handler. */
function lettersGrowing(letters: readonly DeadLetterSummaryResponse[]): Trouble[] {
  const recent = letters.filter(({ createdAt }) => serverNow() - Date.parse(createdAt) < HOUR_MS);
  const groups = Map.groupBy(recent, ({ queue, handler }) => `${queue ?? 'deleted queue'} · ${handler}`);
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 4)
    .map(([subject, group]): Trouble => {
      const messages = new Set(group.map(({ error }) => messageOf(error)));
      const which = group.length === 1 ? '' : messages.size === 1 ? 'all: ' : 'newest: ';
      const first = group[0];
      return {
        key: `letters ${subject}`,
        title: 'Dead letters growing',
        icon: 'dead_letter',
        tone: 'bad',
        subject,
        text: `${formatCount(group.length)} in the last hour, ${which}${messageOf(first?.error)}`,
        at: group.at(-1)?.createdAt,
        action: 'Review',
        path: 'dead-letters',
      };
    });
}

function noWorker({ slots, backlog }: ProjectStatsResponse): Trouble[] {
  if (slots > 0) return [];
  const text = `${formatCapped(backlog)} jobs wait, and no live worker serves this project`;
  return [
    {
      key: 'no worker',
      title: 'No live worker',
      icon: 'dead',
      tone: 'bad',
      subject: '',
      text,
      at: undefined,
      action: 'Why?',
      path: 'workers',
    },
  ];
}

/** Only who looks after the installation is told which queues a worker serves. */
function uncovered(queues: readonly QueueResponse[], workers: readonly WorkerResponse[]): Trouble[] {
  const live = workers.filter(({ state }) => state === 'live');
  if (live.length === 0 || live.some(({ host }) => host === null || host.queues === null)) return [];
  const served = new Set(live.flatMap(({ host }) => host?.queues ?? []));
  return queues
    .filter(({ id, name, isPaused }) => !isPaused && !served.has(id) && !served.has(name))
    .slice(0, 5)
    .map(({ id, name }) => ({
      key: `uncovered ${id}`,
      title: 'Queue without a live worker',
      icon: 'late',
      tone: 'bad',
      subject: name,
      text: 'no live worker takes jobs of this queue',
      at: undefined,
      action: 'Why?',
      path: `queues/${name}`,
    }));
}

function deadWorkers(workers: readonly WorkerResponse[]): Trouble[] {
  return workers
    .filter(({ state, lastHeartbeatAt }) => state === 'dead' && serverNow() - Date.parse(lastHeartbeatAt) < HOUR_MS)
    .slice(0, 3)
    .map(({ id, lastHeartbeatAt, host }) => ({
      key: `worker ${id}`,
      title: 'Worker died',
      icon: 'dead',
      tone: 'bad',
      subject: host?.name ?? shortId(id),
      text: 'no heartbeat any more; what it held goes back to its queues, refunded',
      at: lastHeartbeatAt,
      action: 'Open workers',
      path: 'workers',
    }));
}

function failingSchedules(
  letters: readonly DeadLetterSummaryResponse[],
  names: ReadonlyMap<string, string>,
): Trouble[] {
  const groups = Map.groupBy(letters, ({ scheduleId }) => scheduleId);
  return [...groups]
    .flatMap(([id, group]) => (id === null ? [] : [{ id, group }]))
    .slice(0, 3)
    .map(({ id, group }) => ({
      key: `schedule ${id}`,
      title: 'Schedule failing',
      icon: 'failed',
      tone: 'bad',
      subject: names.get(id) ?? shortId(id),
      text: `${formatCount(group.length)} of its jobs are dead letters of the last day: ${messageOf(group[0]?.error)}`,
      at: group[0]?.createdAt,
      action: 'Open',
      path: `schedules/${id}`,
    }));
}

function pausedWithBacklog(
  paused: readonly QueueResponse[],
  standing: ReadonlyMap<string, QueueStatsResponse>,
): Trouble[] {
  return paused.flatMap(({ id, name, pausedAt, pausedReason }): Trouble[] => {
    const queued = standing.get(id)?.queued;
    if (queued === undefined || queued.count === 0) return [];
    const reason = pausedReason === null ? '' : `: “${pausedReason}”`;
    return [
      {
        key: `paused ${id}`,
        title: 'Paused with a backlog',
        icon: 'paused',
        tone: 'warn',
        subject: name,
        text: `${formatCapped(queued)} waiting; paused${reason}`,
        at: pausedAt ?? undefined,
        action: 'Open queue',
        path: `queues/${name}`,
      },
    ];
  });
}

function keysExpiring(keys: readonly ApiKeyResponse[]): Trouble[] {
  const now = serverNow();
  return keys.flatMap(({ id, name, prefix, expiresAt, lastUsedAt, revokedAt }): Trouble[] => {
    const left = expiresAt === null || revokedAt !== null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
    if (expiresAt === null || left < 0 || left > KEY_NOTICE_MS) return [];
    const used = lastUsedAt === null ? 'never used' : `used ${formatWhole(now - Date.parse(lastUsedAt))} ago`;
    return [
      {
        key: `key ${id}`,
        title: 'API key expires soon',
        icon: 'key',
        tone: 'idle',
        subject: `rota_${prefix}_…`,
        text: `${name}, ${used}; expires in ${formatWhole(left)}`,
        at: expiresAt,
        action: 'Rotate',
        path: 'api-keys',
      },
    ];
  });
}
