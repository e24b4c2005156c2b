import type { DeadLetterGroupResponse, DeadLetterSummaryResponse } from '@rota/client';
import type { LetterFilter } from './use-letters';

export type Grouping = 'error' | 'queue' | 'handler';

/** Letters that are looked at and acted on as one. */
export interface LetterGroup {
  readonly key: string;
  readonly title: string;
  readonly errorName: string | undefined;
  readonly queue: string | undefined;
  readonly handler: string | undefined;
  readonly count: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Deaths of each of the last 24 hours, the oldest first. */
  readonly lastDay: readonly number[];
  /** What finds its letters, in lists and commands. */
  readonly filter: LetterFilter;
}

export const errorNameOf = ({ error, reason }: DeadLetterSummaryResponse): string => error?.name ?? reason;

export function messageOf({ error, reason, leaseLosses }: DeadLetterSummaryResponse): string {
  if (error !== null && error.message !== '') return error.message;
  return reason === 'worker_lost' ? `Worker lost ${leaseLosses} times in a row` : 'No message';
}

export const REASON_WORDS: Record<DeadLetterSummaryResponse['reason'], string> = {
  attempts_exhausted: 'all attempts used',
  not_retryable: 'the error says: do not retry',
  worker_lost: 'its worker was lost again and again',
};

const DELETED = 'deleted queue';

function ofError(group: DeadLetterGroupResponse): LetterGroup {
  const { key, queue, handler, errorName, newestMessage, count, firstSeenAt, lastSeenAt, lastDay } = group;
  return {
    key,
    title: newestMessage ?? errorName ?? 'No message',
    errorName: errorName ?? undefined,
    queue: queue ?? DELETED,
    handler,
    count,
    firstSeenAt,
    lastSeenAt,
    lastDay,
    filter: { group: key },
  };
}

/** As the server groups them, or those of one queue or handler taken together; the largest first. */
export function regroup(groups: readonly DeadLetterGroupResponse[], grouping: Grouping): LetterGroup[] {
  if (grouping === 'error') return groups.map(ofError);
  const together = Map.groupBy(groups, ({ queueId, handler }) => (grouping === 'queue' ? queueId : handler));
  return [...together].map(([key, parts]) => takenTogether(key, parts, grouping)).toSorted((a, b) => b.count - a.count);
}

function takenTogether(
  key: string,
  parts: readonly DeadLetterGroupResponse[],
  grouping: 'queue' | 'handler',
): LetterGroup {
  const names = new Set(parts.map((part) => (grouping === 'queue' ? part.handler : (part.queue ?? DELETED))));
  const errors = `${parts.length} ${parts.length === 1 ? 'error' : 'errors'}`;
  const only = names.size === 1 ? [...names][0] : `${names.size} ${grouping === 'queue' ? 'handlers' : 'queues'}`;
  const name = grouping === 'queue' ? (parts[0]?.queue ?? DELETED) : key;
  return {
    key,
    title: name,
    errorName: errors,
    queue: grouping === 'queue' ? name : only,
    handler: grouping === 'queue' ? only : name,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    firstSeenAt: parts.map(({ firstSeenAt }) => firstSeenAt).toSorted()[0] ?? '',
    lastSeenAt:
      parts
        .map(({ lastSeenAt }) => lastSeenAt)
        .toSorted()
        .at(-1) ?? '',
    lastDay: addedUp(parts.map(({ lastDay }) => lastDay)),
    filter: grouping === 'queue' ? { queue: key } : { handler: key },
  };
}

const addedUp = (days: readonly (readonly number[])[]): readonly number[] =>
  (days[0] ?? []).map((_, hour) => days.reduce((sum, day) => sum + (day[hour] ?? 0), 0));
