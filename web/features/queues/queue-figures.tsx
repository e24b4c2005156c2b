'use client';

import type { QueueResponse, QueueStatsResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { BlockHead } from '@/shell/page/page';
import { useProjectPath } from '@/shell/project/project-context';
import { formatCapped, formatCount, formatDuration, formatPercent } from '@/shell/time/format';
import { failureRateOf } from './queue-columns';
import classes from './queues.module.css';

export function QueueFigures({ queue, stats }: { queue: QueueResponse; stats: QueueStatsResponse }): ReactNode {
  const path = useProjectPath();
  const jobs = (status: string): string => path(`jobs?queue=${encodeURIComponent(queue.name)}&status=${status}`);
  const { queued, scheduled, claimed, running, oldestReadyAgeSeconds: oldest } = stats;
  return (
    <>
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
              {formatCapped(running)} <small>/ {queue.maxConcurrency ?? '∞'}</small>
            </strong>
          </Link>
          <div>
            <span>Oldest waiting</span>
            <strong>{oldest === null ? '–' : formatDuration(oldest * 1_000)}</strong>
          </div>
        </div>
      </section>
      <LastHour stats={stats} />
    </>
  );
}

function LastHour({ stats }: { stats: QueueStatsResponse }): ReactNode {
  const { completed, failed, timedOut, deadLettered, cancelled, released, leaseExpired } = stats.lastHour;
  const deadOfFailed = Math.min(deadLettered, failed);
  const parts = [
    { name: 'dead letter', count: deadLettered, color: 'var(--r-chart-dead)' },
    {
      name: 'timed out',
      count: Math.max(0, timedOut - (deadLettered - deadOfFailed)),
      color: 'var(--r-chart-timeout)',
    },
    { name: 'failed, will retry', count: failed - deadOfFailed, color: 'var(--r-chart-failed)' },
    { name: 'completed', count: completed, color: 'var(--r-chart-ok)' },
  ];
  const others = [
    ['cancelled', cancelled],
    ['given back', released],
    ['lost with a worker', leaseExpired],
  ] as const;
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  const rate = failureRateOf(stats);
  return (
    <section aria-label="Last hour">
      <BlockHead
        title="Last hour"
        remark={rate === undefined ? 'no attempt ended' : `${formatPercent(rate)} % failed or timed out`}
      />
      <div className={classes.hour} aria-hidden>
        {all > 0 &&
          parts.map(({ name, count, color }) => (
            <span key={name} style={{ width: `${(count / all) * 100}%`, background: color }} />
          ))}
      </div>
      <ul className={classes.legend}>
        {parts.toReversed().map(({ name, count, color }) => (
          <li key={name}>
            <i style={{ background: color }} />
            {name} <strong>{formatCount(count)}</strong>
          </li>
        ))}
        {others.map(([name, count]) => (
          <li key={name}>
            {name} <strong>{formatCount(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
