'use client';

import {
  type BulkCommandResponse,
  dataOf,
  type JobSelectionRequest,
  jobsCancelMany,
  jobsList,
  jobsReplayMany,
  jobsRetryMany,
} from '@rota/client';
import { api } from '@/shell/api/client';
import type { BulkVerb } from './bulk-possible';

const OPERATIONS = { cancel: jobsCancelMany, retry: jobsRetryMany, replay: jobsReplayMany } as const;
/** One request changes so many at most, and says that there are more. */
const BATCH = 500;

export const VERB_WORDS: Record<BulkVerb, { readonly act: string; readonly done: string; readonly meaning: string }> = {
  cancel: {
    act: 'Cancel',
    done: 'cancelled',
    meaning:
      'What waits ends at once; the workers of what runs are asked to stop. Jobs that have ended are left as they are.',
  },
  retry: {
    act: 'Retry now',
    done: 'made due',
    meaning: 'Jobs that are scheduled or back off become due at once. Others are left as they are.',
  },
  replay: {
    act: 'Replay',
    done: 'replayed',
    meaning:
      'Dead letters go back to their queues as the same jobs, from the first attempt. Other jobs that have ended are run again as new ones.',
  },
};

export function dryRun(
  verb: BulkVerb,
  projectId: string,
  selection: JobSelectionRequest,
): Promise<BulkCommandResponse> {
  return dataOf(OPERATIONS[verb]({ client: api, path: { projectId }, body: { ...selection, dryRun: true } }));
}

export interface Progress {
  readonly done: number;
  readonly failures: BulkCommandResponse['failures'];
  readonly failed: number;
  readonly isFinished: boolean;
}

interface Round {
  readonly body: JobSelectionRequest;
  /** Nothing is left after it; undefined where only the answer tells. */
  readonly isLast?: boolean;
}

/** The interface lists so many at once. */
const PAGE = 200;

/**
 * What is asked for, round after round. A command takes jobs out of what matches, so the same request means the rest the next time. Not so
 * a replay of what has completed or was cancelled: it goes on to match, and what runs as new joins it. So that each is run again once,
 * those are named by id, from the newest that there is now to the oldest.
 */
async function* roundsOf(verb: BulkVerb, projectId: string, selection: JobSelectionRequest): AsyncGenerator<Round> {
  const { filter, ...rest } = selection;
  const status = filter?.status ?? 'dead_letter';
  if (verb !== 'replay' || filter === undefined || status === 'dead_letter') {
    const body = selection.ids === undefined ? { ...selection, limit: BATCH } : selection;
    for (;;) yield { body };
  }
  let cursor: string | undefined;
  do {
    const query = { ...filter, cursor, limit: PAGE };
    const { data, page } = await dataOf(jobsList({ client: api, path: { projectId }, query }));
    cursor = page.nextCursor ?? undefined;
    if (data.length > 0) yield { body: { ...rest, ids: data.map(({ id }) => id) }, isLast: cursor === undefined };
  } while (cursor !== undefined);
}

/** Sends the command again and again until nothing is left, told to stop, or a round changes nothing. */
export async function runBulk(
  verb: BulkVerb,
  projectId: string,
  selection: JobSelectionRequest,
  options: {
    readonly signal: AbortSignal;
    /** What the dry run counted. A job that was asked to stop matches until it has stopped: it is not asked for ever. */
    readonly expected: number | undefined;
    readonly onProgress: (progress: Progress) => void;
  },
): Promise<void> {
  const total = { done: 0, failed: 0, failures: [] as BulkCommandResponse['failures'] };
  for await (const { body, isLast } of roundsOf(verb, projectId, selection)) {
    const answer = await dataOf(OPERATIONS[verb]({ client: api, path: { projectId }, body }));
    total.done += answer.succeeded;
    total.failed += answer.failed;
    total.failures = [...total.failures, ...answer.failures].slice(0, 100);
    const isCountReached = total.done + total.failed >= (options.expected ?? Number.POSITIVE_INFINITY);
    const isFinished =
      isLast ?? (!answer.hasMore || answer.succeeded === 0 || isCountReached || selection.ids !== undefined);
    options.onProgress({ ...total, isFinished: isFinished || options.signal.aborted });
    if (isFinished || options.signal.aborted) return;
  }
  options.onProgress({ ...total, isFinished: true });
}
