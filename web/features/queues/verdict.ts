import type { QueueResponse, QueueStatsResponse, QueueVerdict } from '@rota/client';
import { formatCapped, formatCount, formatDuration } from '@/shell/time/format';

export interface Verdict {
  readonly tone: 'ok' | 'warn' | 'bad' | 'idle';
  readonly title: string;
  readonly text: string;
}

interface Standing {
  readonly queue: QueueResponse;
  readonly stats: QueueStatsResponse;
}

/** Why is it not moving? The interface decides which reason holds; these are the words, and what to press. */
export const verdictOf = (standing: Standing): Verdict => WORDS[standing.stats.whyNotMoving](standing);

/** In the list only what keeps jobs waiting is named. */
export const SHORT_VERDICTS: Readonly<Partial<Record<QueueVerdict, { word: string; tone: 'warn' | 'bad' }>>> = {
  no_worker: { word: 'No worker', tone: 'bad' },
  no_handler: { word: 'No handler', tone: 'bad' },
  stalled: { word: 'Stalled', tone: 'bad' },
  limit_full: { word: 'Limit full', tone: 'warn' },
  workers_busy: { word: 'Slots busy', tone: 'warn' },
};

const WORDS: Readonly<Record<QueueVerdict, (standing: Standing) => Verdict>> = {
  paused: ({ queue, stats }) => ({
    tone: 'warn',
    title: stats.queued.count === 0 ? 'Paused' : `Paused: ${waitsOf(stats)}`,
    text: queue.pausedReason === null ? 'No reason was given.' : `“${queue.pausedReason}”`,
  }),
  no_worker: ({ queue, stats }) => ({
    tone: 'bad',
    title: 'No live worker takes this queue',
    text: `${waitsOf(stats)}. Start a worker that serves ${queue.name}, or look at Workers for what became of them.`,
  }),
  no_handler: ({ queue, stats }) => ({
    tone: 'bad',
    title: `No live worker offers ${stats.missingHandlers.join(', ')}`,
    text: `The workers of ${queue.name} put such jobs back every few seconds, and no attempt is charged. Give them the module that brings the handler (HANDLER_MODULES), or the setting that it needs.`,
  }),
  limit_full: ({ queue, stats }) => ({
    tone: 'warn',
    title: `Limit full, ${formatCount(busyOf(stats))} of ${formatCount(queue.maxConcurrency ?? 0)}`,
    text: `${waitsOf(stats)} for one of them to end. Raise “jobs at once” if the work can stand it.`,
  }),
  workers_busy: ({ stats }) => ({
    tone: 'warn',
    title: `All ${formatCount(stats.slots)} slots are busy`,
    text: `${waitsOf(stats)}. More workers, or more slots for each, would help.`,
  }),
  stalled: ({ stats }) => ({
    tone: 'bad',
    title: 'Nothing takes these jobs',
    text: `${waitsOf(stats)} beside free slots. Look at the logs of the workers that serve it.`,
  }),
  all_delayed: ({ stats }) => ({
    tone: 'idle',
    title: 'All wait for their time',
    text: `${formatCapped(stats.scheduled)} ${stats.scheduled.count === 1 ? 'is scheduled for later or backs' : 'are scheduled for later or back'} off; none is due.`,
  }),
  nothing_to_do: () => ({ tone: 'idle', title: 'Empty', text: 'Nothing stands in this queue.' }),
  moving: ({ stats }) => ({ tone: 'ok', title: 'Moving', text: movingOf(stats) }),
};

const busyOf = ({ running, claimed }: QueueStatsResponse): number => running.count + claimed.count;

const waitsOf = ({ queued }: QueueStatsResponse): string =>
  `${formatCapped(queued)} ${queued.count === 1 ? 'job waits' : 'jobs wait'}`;

function movingOf(stats: QueueStatsResponse): string {
  const { oldestReadyAgeSeconds: age, queued } = stats;
  const busy = formatCount(busyOf(stats));
  if (queued.count === 0) return `Nothing waits; ${busy} in flight.`;
  const oldest = age === null ? '' : ` The oldest has waited ${formatDuration(age * 1_000)}.`;
  return `${waitsOf(stats)} to be claimed, ${busy} in flight.${oldest}`;
}

/** Why a job that is due has not been claimed yet: what keeps its queue waiting, or that nobody there knows its handler. */
export function waitsForOf(stats: QueueStatsResponse, queue: string, handler: string): string {
  const verdict = stats.whyNotMoving;
  const isKept = verdict === 'paused' || verdict === 'no_worker';
  if (!isKept && stats.missingHandlers.includes(handler)) return `no live worker of ${queue} knows ${handler}`;
  return WAITS_FOR[verdict](stats, queue);
}

const dueIn = ({ queued }: QueueStatsResponse, queue: string): string =>
  `waits for its turn: ${formatCapped(queued)} due in ${queue}, higher priorities first`;

const WAITS_FOR: Readonly<Record<QueueVerdict, (stats: QueueStatsResponse, queue: string) => string>> = {
  paused: (_, queue) => `${queue} is paused`,
  no_worker: (_, queue) => `no live worker takes jobs of ${queue}`,
  no_handler: ({ missingHandlers }, queue) => `no live worker of ${queue} offers ${missingHandlers.join(', ')}`,
  limit_full: (stats, queue) => `limit of ${queue} full: ${formatCount(busyOf(stats))} in flight`,
  workers_busy: ({ slots }) =>
    slots === 1 ? 'waits for the one slot' : `waits for one of ${formatCount(slots)} slots`,
  stalled: (_, queue) => `slots are free, but nothing takes jobs of ${queue}`,
  all_delayed: dueIn,
  nothing_to_do: dueIn,
  moving: dueIn,
};
