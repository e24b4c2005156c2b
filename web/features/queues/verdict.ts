import type { ProjectStatsResponse, QueueResponse, QueueStatsResponse, WorkerResponse } from '@rota/client';
import { formatCapped, formatCount, formatDuration } from '@/shell/time/format';

export interface Verdict {
  readonly tone: 'ok' | 'warn' | 'bad' | 'idle';
  readonly title: string;
  readonly text: string;
}

interface Evidence {
  readonly queue: QueueResponse;
  readonly stats: QueueStatsResponse;
  readonly project: ProjectStatsResponse;
  readonly workers: readonly WorkerResponse[];
}

/** Why is it not moving? The first reason that holds, in the order in which they would have to be removed. */
export function verdictOf({ queue, stats, project, workers }: Evidence): Verdict {
  const busy = stats.running.count + stats.claimed.count;
  const waiting = stats.queued.count;
  const waits = `${formatCapped(stats.queued)} ${waiting === 1 ? 'job waits' : 'jobs wait'}`;
  if (queue.isPaused) {
    const reason = queue.pausedReason === null ? 'No reason was given.' : `“${queue.pausedReason}”`;
    return { tone: 'warn', title: waiting === 0 ? 'Paused' : `Paused: ${waits}`, text: reason };
  }
  if (project.slots === 0) {
    const tone = waiting > 0 ? 'bad' : 'warn';
    return { tone, title: 'No live worker', text: `${waits}. No worker that serves this project shows a heartbeat.` };
  }
  if (isUncovered(queue, workers)) {
    return {
      tone: 'bad',
      title: 'No live worker takes this queue',
      text: `${waits}. Live workers serve other queues only: start one that serves ${queue.name}.`,
    };
  }
  if (waiting > 0 && queue.maxConcurrency !== null && busy >= queue.maxConcurrency) {
    return {
      tone: 'warn',
      title: `Limit full, ${formatCount(busy)} of ${formatCount(queue.maxConcurrency)}`,
      text: `${waits} for one of them to end. Raise “jobs at once” if the work can stand it.`,
    };
  }
  const held = project.running.count + project.claimed.count;
  if (waiting > 0 && held >= project.slots) {
    return {
      tone: 'warn',
      title: `All ${formatCount(project.slots)} slots are busy`,
      text: `${waits}. More workers, or more slots for each, would help.`,
    };
  }
  if (waiting > 0) {
    const age = stats.oldestReadyAgeSeconds;
    const oldest = age === null ? '' : ` The oldest has waited ${formatDuration(age * 1_000)}.`;
    return { tone: 'ok', title: 'Moving', text: `${waits} to be claimed, ${formatCount(busy)} run.${oldest}` };
  }
  if (busy > 0) return { tone: 'ok', title: 'Moving', text: `Nothing waits; ${formatCount(busy)} run.` };
  if (stats.scheduled.count > 0) {
    return {
      tone: 'idle',
      title: 'All wait for their time',
      text: `${formatCapped(stats.scheduled)} are scheduled for later or back off; none is due.`,
    };
  }
  return { tone: 'idle', title: 'Empty', text: 'Nothing stands in this queue.' };
}

/** Known only to who looks after the installation: others are not told which queues a worker serves. */
function isUncovered({ id, name }: QueueResponse, workers: readonly WorkerResponse[]): boolean {
  const live = workers.filter(({ state }) => state === 'live');
  if (live.length === 0) return false;
  return live.every(
    ({ host }) => host !== null && host.queues !== null && !host.queues.includes(id) && !host.queues.includes(name),
  );
}
