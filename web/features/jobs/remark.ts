import type { JobSummaryResponse, QueueStatsResponse } from '@rota/client';
import { shortId } from '@/shell/time/format';
import { serverNow } from '@/shell/time/server-clock';
import { waitsForOf } from '../queues/verdict';

/** A worker that lacks the handler delays a job by so much at most. */
const PUT_BACK_MAX_MS = 30_000;

/** What a list knows of a job, and why it does not run: in the words of its queue's verdict. */
export function remarkOf(job: JobSummaryResponse, stats: QueueStatsResponse | undefined, now = serverNow()): string {
  const labels = Object.entries(job.labels ?? {}).map(([name, value]) => `${name}:${value}`);
  const parts = [
    ...(job.cancelRequestedAt !== null && job.finishedAt === null ? ['its worker was asked to stop'] : []),
    ...waitOf(job, stats, now),
    ...(job.priority === 0 ? [] : [`priority ${job.priority}`]),
    ...(job.scheduleId === null ? [] : ['from a schedule']),
    ...(job.replayOf === null ? [] : [`replay of ${shortId(job.replayOf)}`]),
    ...labels,
  ];
  return parts.join(' · ');
}

function waitOf(job: JobSummaryResponse, stats: QueueStatsResponse | undefined, now: number): string[] {
  if (job.status === 'queued') {
    return [stats === undefined || job.queue === null ? 'due' : waitsForOf(stats, job.queue, job.handler)];
  }
  if (job.status !== 'scheduled') return [];
  const isSoon = job.runAt !== null && Date.parse(job.runAt) - now <= PUT_BACK_MAX_MS;
  if (isSoon && stats?.missingHandlers.includes(job.handler) === true) {
    return ['put back: no worker here knows this handler'];
  }
  return job.attempt === 0 ? ['due later, asked for by its maker'] : [];
}
