import { RotaError } from './errors.js';

/** Where a job can stand. `failed` is passed through within one statement and never stored on a live row. */
export type JobStatus =
  'scheduled' | 'queued' | 'claimed' | 'running' | 'failed' | 'completed' | 'cancelled' | 'dead_letter';

/** `new` is the origin of an enqueue: the job does not exist yet. */
export type JobOrigin = JobStatus | 'new';

/** The statuses that a row of `live_jobs` may have. */
export const LIVE_STATUSES = Object.freeze(['scheduled', 'queued', 'claimed', 'running'] as const);
export type LiveStatus = (typeof LIVE_STATUSES)[number];

/** The statuses in which a job has ended. A dead letter may still be put back by a replay. */
export const TERMINAL_STATUSES = Object.freeze(['completed', 'cancelled', 'dead_letter'] as const);
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

export const JOB_STATUSES: readonly JobStatus[] = Object.freeze([...LIVE_STATUSES, 'failed', ...TERMINAL_STATUSES]);

const to = (...targets: JobStatus[]): readonly JobStatus[] => Object.freeze(targets);

/** Every edge that a statement may take. The headers of the `.sql` files are held against this map by a test. */
export const ALLOWED_TRANSITIONS: Readonly<Record<JobOrigin, readonly JobStatus[]>> = Object.freeze({
  new: to('queued', 'scheduled'),
  scheduled: to('queued', 'cancelled'),
  queued: to('claimed', 'cancelled'),
  // `scheduled`: the worker does not know the handler and puts the job back for a few seconds.
  claimed: to('running', 'queued', 'scheduled', 'dead_letter', 'cancelled'),
  running: to('completed', 'failed', 'cancelled', 'queued', 'dead_letter'),
  failed: to('scheduled', 'dead_letter'),
  completed: to(),
  cancelled: to(),
  dead_letter: to('queued'),
});

export function isAllowedTransition(from: JobOrigin, target: JobStatus): boolean {
  return Object.hasOwn(ALLOWED_TRANSITIONS, from) && ALLOWED_TRANSITIONS[from].includes(target);
}

/** Throws `JOB_STATE_CONFLICT` if the edge is not in the map: the caller's picture of the job is out of date, or wrong. */
export function assertTransition(from: JobOrigin, target: JobStatus): void {
  if (!isAllowedTransition(from, target)) {
    throw RotaError.conflict('JOB_STATE_CONFLICT', `a job cannot go from ${from} to ${target}`);
  }
}

export function isTerminal(status: JobStatus): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly string[]).includes(status);
}

export function isLive(status: JobStatus): status is LiveStatus {
  return (LIVE_STATUSES as readonly string[]).includes(status);
}
