'use client';

import { Button } from '@mantine/core';
import type { QueueResponse, QueueStatsResponse } from '@rota/client';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { useProjectPath } from '@/shell/project/project-context';
import { formatCapped, formatCount, formatDuration, formatPercent } from '@/shell/time/format';
import { QueueState } from './queue-state';
import classes from './queues.module.css';

interface QueueColumnOptions {
  readonly stats: ReadonlyMap<string, QueueStatsResponse>;
  readonly canManage: boolean;
  readonly onPause: (queue: QueueResponse) => void;
  readonly onResume: (queue: QueueResponse) => void;
}

function QueueName({ queue }: { queue: QueueResponse }): ReactNode {
  const path = useProjectPath();
  return (
    <Link
      href={path(`queues/${queue.name}`)}
      prefetch={false}
      className={classes.name}
      title={queue.description ?? queue.name}
    >
      {queue.name}
    </Link>
  );
}

export function failureRateOf({ lastHour }: QueueStatsResponse): number | undefined {
  const bad = lastHour.failed + lastHour.timedOut;
  const all = bad + lastHour.completed;
  return all === 0 ? undefined : bad / all;
}

const zeroAsDim = (text: string): ReactNode => <span className={text === '0' ? classes.zero : undefined}>{text}</span>;

export function queueColumns({ stats, canManage, onPause, onResume }: QueueColumnOptions): Column<QueueResponse>[] {
  const figure = (
    key: string,
    head: string,
    width: number,
    show: (of: QueueStatsResponse, queue: QueueResponse) => ReactNode,
    minWindow?: 900 | 1100 | 1300,
  ): Column<QueueResponse> => ({
    key,
    head,
    width,
    align: 'right',
    ...(minWindow === undefined ? {} : { minWindow }),
    cell: (queue) => {
      const of = stats.get(queue.id);
      return of === undefined ? null : show(of, queue);
    },
  });
  const columns: Column<QueueResponse>[] = [
    { key: 'name', head: 'Queue', cell: (queue) => <QueueName queue={queue} /> },
    { key: 'state', head: 'State', width: 110, cell: (queue) => <QueueState queue={queue} /> },
    figure('queued', 'Queued', 90, ({ queued }) => zeroAsDim(formatCapped(queued))),
    figure('scheduled', 'Scheduled', 100, ({ scheduled }) => zeroAsDim(formatCapped(scheduled)), 900),
    figure('running', 'Running / limit', 120, ({ running, claimed }, { maxConcurrency }) => (
      <>
        {zeroAsDim(formatCount(running.count + claimed.count))}
        <span className={classes.zero}> / {maxConcurrency === null ? '∞' : formatCount(maxConcurrency)}</span>
      </>
    )),
    figure('oldest', 'Oldest waiting', 120, ({ oldestReadyAgeSeconds: age }) => (
      <span className={age !== null && age > 300 ? classes.late : undefined}>
        {age === null ? '' : formatDuration(age * 1_000)}
      </span>
    )),
    figure('done', 'Completed, 1 h', 120, ({ lastHour }) => zeroAsDim(formatCount(lastHour.completed)), 1100),
    figure(
      'failed',
      'Failing, 1 h',
      110,
      (of) => {
        const rate = failureRateOf(of);
        return rate === undefined ? (
          ''
        ) : (
          <span className={rate >= 0.1 ? classes.bad : classes.zero}>{formatPercent(rate)} %</span>
        );
      },
      1100,
    ),
    figure(
      'dead',
      'Dead, 1 h',
      90,
      ({ lastHour }) => (
        <span className={lastHour.deadLettered > 0 ? classes.bad : classes.zero}>
          {formatCount(lastHour.deadLettered)}
        </span>
      ),
      1300,
    ),
  ];
  if (!canManage) return columns;
  return [
    ...columns,
    {
      key: 'act',
      head: '',
      width: 124,
      align: 'right',
      cell: (queue) =>
        queue.isPaused ? (
          <Button size="compact-xs" leftSection={<IconPlayerPlay size={13} />} onClick={() => onResume(queue)}>
            Resume
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconPlayerPause size={13} />}
            onClick={() => onPause(queue)}
          >
            Pause…
          </Button>
        ),
    },
  ];
}

/** Three lines for a phone. */
export function QueueCompact({
  queue,
  stats,
}: {
  queue: QueueResponse;
  stats: QueueStatsResponse | undefined;
}): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <strong>{queue.name}</strong>
        <QueueState queue={queue} />
      </div>
      {stats !== undefined && (
        <>
          <div>
            {formatCapped(stats.queued)} queued · {formatCapped(stats.scheduled)} scheduled
          </div>
          <div>
            {formatCount(stats.running.count + stats.claimed.count)} of {queue.maxConcurrency ?? '∞'} running
            {stats.oldestReadyAgeSeconds !== null && ` · oldest ${formatDuration(stats.oldestReadyAgeSeconds * 1_000)}`}
          </div>
        </>
      )}
    </div>
  );
}
