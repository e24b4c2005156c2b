import type { JobStatus } from '@rota/client';

export type BulkVerb = 'cancel' | 'retry' | 'replay';

export const POSSIBLE_IN: Record<BulkVerb, ReadonlySet<JobStatus>> = {
  cancel: new Set(['queued', 'scheduled', 'claimed', 'running']),
  retry: new Set(['scheduled']),
  replay: new Set(['completed', 'cancelled', 'dead_letter']),
};

const WHY_NOT: Record<BulkVerb, string> = {
  cancel: 'all of these have ended: only what waits or runs can be cancelled',
  retry: 'none of these waits for its time: only what is scheduled or backs off can be made due',
  replay: 'none of these has ended: only what has ended can be replayed',
};

/** Why a command could change none of what is selected; undefined where it may change some. `statuses`: those that occur, as far as they are known. */
export function whyNot(verb: BulkVerb, statuses: readonly (JobStatus | undefined)[]): string | undefined {
  const isPossible = statuses.some((status) => status === undefined || POSSIBLE_IN[verb].has(status));
  return isPossible || statuses.length === 0 ? undefined : WHY_NOT[verb];
}
