'use client';

import type { QueueResponse, QueueStatsResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { BlockHead } from '@/shell/page/page';
import { useProjectPath } from '@/shell/project/project-context';
import { Count } from '@/shell/time/count';
import { formatCapped, formatDuration, formatPercent } from '@/shell/time/format';
import classes from './queues.module.css';

export function QueueFigures({ queue, stats }: { queue: QueueResponse; stats: QueueStatsResponse }): ReactNode {
  const path = useProjectPath();
  const jobs = (status: string): string => path(`jobs?queue=${encodeURIComponent(queue.name)}&status=${status}`);
  const { queued, scheduled, claimed, running, oldestReadyAgeSeconds: oldest } = stats;
  return (
    <section aria-label="What stands in it">
      <BlockHead title="What stands in it" remark="now" />
      <div className={classes.facts}>
        <Link href={jobs('queued')} prefetch={false}>
          <span>Queued</span>
          <strong>{formatCapped(queued)}</strong>
        </Link>
        <Link href={jobs('scheduled')} prefetch={false}>
          <span>Scheduled</span>
          <strong>{formatCapped(scheduled)}</strong>
        </Link>
        <Link href={jobs('claimed')} prefetch={false}>
          <span>Claimed</span>
          <strong>{formatCapped(claimed)}</strong>
        </Link>
        <Link href={jobs('running')} prefetch={false}>
          <span>Running / limit</span>
          <strong>
            {formatCapped(running)}{' '}
            <small>/ {queue.maxConcurrency === null ? '∞' : <Count of={queue.maxConcurrency} />}</small>
          </strong>
        </Link>
        <div>
          <span>Oldest waiting</span>
          <strong>{oldest === null ? '–' : formatDuration(oldest * 1_000)}</strong>
        </div>
        <div>
          <span>Live workers</span>
          <strong>
            <Count of={stats.liveWorkers} />{' '}
            <small>
              <Count of={stats.slots} /> slots
            </small>
          </strong>
        </div>
        <div>
          <span>
            Failure rate <small>last hour</small>
          </span>
          <strong>{stats.failureRate === null ? '–' : `${formatPercent(stats.failureRate)} %`}</strong>
        </div>
        <div>
          <span>
            p95 wait <small>last hour</small>
          </span>
          <strong>{stats.p95WaitMs === null ? '–' : formatDuration(stats.p95WaitMs)}</strong>
        </div>
        <div>
          <span>
            p95 run <small>last hour</small>
          </span>
          <strong>{stats.p95RunMs === null ? '–' : formatDuration(stats.p95RunMs)}</strong>
        </div>
        <Link href={path(`dead-letters?queue=${encodeURIComponent(queue.name)}`)} prefetch={false}>
          <span>
            Dead letters <small>last hour</small>
          </span>
          <strong>
            <Count of={stats.lastHour.deadLettered} />
          </strong>
        </Link>
      </div>
    </section>
  );
}
