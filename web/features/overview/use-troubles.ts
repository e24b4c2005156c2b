'use client';

import { type AttentionItemResponse, type AttentionKind, dataOf, insightsAttention } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';
import type { Status, Tone } from '@/shell/theme';
import { formatCount, formatWhole, shortId } from '@/shell/time/format';
import { serverNow } from '@/shell/time/server-clock';

/** One line of what needs attention, in words. */
export interface Trouble {
  readonly key: string;
  readonly title: string;
  readonly icon: Status | 'key';
  readonly tone: Tone;
  readonly subject: string;
  readonly text: string;
  readonly at: string | undefined;
  /** What happened at that instant. */
  readonly atWord: 'since' | 'ends';
  readonly action: string;
  readonly path: string;
  /** What to write at its instant in a chart; undefined for what does not begin at one. */
  readonly mark: string | undefined;
}

type Words = Pick<Trouble, 'title' | 'icon' | 'tone' | 'text' | 'action' | 'path'>;

/** What an operator should look at, worst first. */
export function useTroubles() {
  const { projectId } = useProject();
  return useQuery({
    ...useLive('stats', 10_000),
    queryKey: [projectId, 'stats', 'attention'],
    queryFn: async () => {
      const { items } = await dataOf(insightsAttention({ client: api, path: { projectId } }));
      return items.map(troubleOf);
    },
  });
}

function troubleOf(item: AttentionItemResponse): Trouble {
  return {
    key: `${item.kind} ${item.subjectId} ${item.reason ?? ''}`,
    subject: item.subjectName ?? shortId(item.subjectId),
    at: item.since ?? item.expiresAt ?? undefined,
    atWord: item.since === null && item.expiresAt !== null ? 'ends' : 'since',
    mark: MARKS[item.kind]?.(item.subjectName ?? shortId(item.subjectId)),
    ...WORDS[item.kind](item),
  };
}

const counted = ({ count, isCapped }: AttentionItemResponse): string =>
  `${formatCount(count ?? 0)}${isCapped ? '+' : ''}`;
const queuePath = (item: AttentionItemResponse): string => `queues/${item.subjectName ?? item.subjectId}`;
const schedulePath = (item: AttentionItemResponse): string => `schedules/${item.subjectId}`;

const WORDS: Readonly<Record<AttentionKind, (item: AttentionItemResponse) => Words>> = {
  queue_without_worker: (item) => ({
    title: 'Queue without a live worker',
    icon: 'late',
    tone: 'bad',
    text: `${counted(item)} due, and no live worker takes jobs of this queue`,
    action: 'Why?',
    path: queuePath(item),
  }),
  queue_without_handler: (item) => ({
    title: 'Handler missing',
    icon: 'late',
    tone: 'bad',
    text: `${counted(item)} ${item.count === 1 ? 'waits' : 'wait'} for ${item.reason ?? 'a handler'}, which no live worker of this queue offers`,
    action: 'Why?',
    path: queuePath(item),
  }),
  schedule_failing: (item) => ({
    title: 'Schedule failing',
    icon: 'failed',
    tone: 'bad',
    text: item.count === 1 ? 'its last run failed' : `its last ${counted(item)} runs failed`,
    action: 'Open',
    path: schedulePath(item),
  }),
  dead_letters_growing: (item) => ({
    title: 'Dead letters growing',
    icon: 'dead_letter',
    tone: 'bad',
    text: `${counted(item)} in the last hour, still open`,
    action: 'Review',
    path: `dead-letters?queue=${encodeURIComponent(item.subjectName ?? item.subjectId)}`,
  }),
  worker_dead: () => ({
    title: 'Worker died',
    icon: 'dead',
    tone: 'bad',
    text: 'no heartbeat any more; what it held goes back to its queues, refunded',
    action: 'Open workers',
    path: 'workers',
  }),
  queue_paused: (item) => ({
    title: 'Paused with a backlog',
    icon: 'paused',
    tone: 'warn',
    text: `${counted(item)} waiting; paused${item.reason === null ? '' : `: “${item.reason}”`}`,
    action: 'Open queue',
    path: queuePath(item),
  }),
  schedule_overrunning: (item) => ({
    title: 'Schedule slower than its interval',
    icon: 'retrying',
    tone: 'warn',
    text: `runs take longer than its interval: ${counted(item)} skipped in a row, or at once`,
    action: 'Open',
    path: schedulePath(item),
  }),
  api_key_expiring: (item) => ({
    title: 'API key expires',
    icon: 'key',
    tone: 'idle',
    text: expiryOf(item),
    action: 'Open keys',
    path: 'api-keys',
  }),
};

const MARKS: Readonly<Partial<Record<AttentionKind, (name: string) => string>>> = {
  worker_dead: (name) => `worker ${name} died`,
  dead_letters_growing: (name) => `${name}: dead letters`,
  queue_paused: (name) => `${name} paused`,
};

function expiryOf({ expiresAt }: AttentionItemResponse): string {
  if (expiresAt === null) return 'soon';
  const left = Date.parse(expiresAt) - serverNow();
  return left > 0 ? `in ${formatWhole(left)}` : `expired ${formatWhole(-left)} ago`;
}
