import type { WorkerResponse } from '@rota/client';
import type { Status } from '@/shell/theme';

export type WorkerState = 'live' | 'late' | 'draining' | 'dead' | 'stopped';

/** Two heartbeats of ten seconds: one may be on its way. */
const LATE_SECONDS = 20;

export function stateOf({ state, heartbeatAgeSeconds }: WorkerResponse): WorkerState {
  return state === 'live' && heartbeatAgeSeconds > LATE_SECONDS ? 'late' : state;
}

/** Worst first: what is wrong stands at the top. */
export const STATE_ORDER: readonly WorkerState[] = ['dead', 'late', 'draining', 'live', 'stopped'];

export const STATE_MARKS: Record<WorkerState, { readonly status: Status; readonly word: string }> = {
  live: { status: 'live', word: 'Live' },
  late: { status: 'late', word: 'Late' },
  draining: { status: 'draining', word: 'Draining' },
  dead: { status: 'dead', word: 'Dead' },
  stopped: { status: 'cancelled', word: 'Stopped' },
};

/** Under the row of a worker that is not simply live. */
export function remarkOf(state: WorkerState): string | undefined {
  switch (state) {
    case 'dead':
      return 'Its heartbeat ended. What it held goes back to its queues when the leases run out, attempts refunded.';
    case 'late':
      return 'A heartbeat is missing. Without one it stops itself, and others take over what it holds.';
    case 'draining':
      return 'Asked to stop: takes nothing new, and finishes what it holds.';
    case 'live':
    case 'stopped':
      return undefined;
  }
}
