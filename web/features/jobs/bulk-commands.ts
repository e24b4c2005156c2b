'use client';

import {
  type BulkCommandResponse,
  dataOf,
  type JobSelectionRequest,
  jobsCancelMany,
  jobsReplayMany,
  jobsRetryMany,
  partsOf,
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

/**
 * Sends the command for part after part of the selection until all of it was met, or told to stop.
 */
export async function runBulk(
  verb: BulkVerb,
  projectId: string,
  selection: JobSelectionRequest,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
): Promise<void> {
  const total = { done: 0, failed: 0, failures: [] as BulkCommandResponse['failures'] };
  for await (const part of partsOf((cursor) =>
    OPERATIONS[verb]({ client: api, path: { projectId }, body: { ...selection, limit: BATCH, cursor } }),
  )) {
    total.done += part.succeeded;
    total.failed += part.failed;
    total.failures = [...total.failures, ...part.failures].slice(0, 100);
    const isFinished = part.nextCursor === null || options.signal.aborted;
    options.onProgress({ ...total, isFinished });
    if (isFinished) return;
  }
}
