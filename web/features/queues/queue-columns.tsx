'use client';

import { Button } from '@mantine/core';
import type { ListedQueueResponse, QueueResponse, QueueStatsResponse } from '@rota/client';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { useProjectPath } from '@/shell/project/project-context';
import { Count } from '@/shell/time/count';
import { formatCapped, formatCount, formatDuration, formatPercent } from '@/shell/time/format';
import { QueueState } from './queue-state';
import classes from './queues.module.css';

interface QueueColumnOptions {
  readonly canManage: boolean;
  readonly onPause: (queue: QueueResponse) => void;
  readonly onResume: (queue: QueueResponse) => void;
}

type QueueColumn = Column<ListedQueueResponse>;

function QueueName({ queue }: { queue: QueueResponse }): ReactNode {
  const path = useProjectPath();
  return (
    <Link
      href={path(`queues/${encodeURIComponent(queue.name)}`)}
      prefetch={false}
      className={classes.name}
      title={queue.description === null ? queue.name : `${queue.name}: ${queue.description}`}
    >
      {queue.name}
    </Link>
  );
}

const zeroAsDim = (text: string): ReactNode => <span className={text === '0' ? classes.zero : undefined}>{text}</span>;

function Rate({ rate }: { rate: number | null }): ReactNode {
  if (rate === null) return null;
  return <span className={rate >= 0.1 ? classes.bad : classes.zero}>{formatPercent(rate)} %</span>;
}

function Consumers({ stats, isPaused }: { stats: QueueStatsResponse; isPaused: boolean }): ReactNode {
  const isBad = stats.liveWorkers === 0 && !isPaused;
  return (
    <span className={isBad ? classes.bad : undefined} title={`${formatCount(stats.slots)} slots, shared with others`}>
      <Count of={stats.liveWorkers} />
    </span>
  );
}

interface Figure {
  readonly width: number;
  readonly minWindow?: 900 | 1100 | 1300 | 1600;
}

const figure = (
  key: string,
  head: string,
  { width, minWindow }: Figure,
  show: (stats: QueueStatsResponse, queue: QueueResponse) => ReactNode,
): QueueColumn => ({
  key,
  head,
  width,
  align: 'right',
  ...(minWindow === undefined ? {} : { minWindow }),
  cell: (queue) => queue.stats !== null && show(queue.stats, queue),
});

const duration = (ms: number | null): string => (ms === null ? '' : formatDuration(ms));

const COLUMNS: readonly QueueColumn[] = [
  { key: 'name', head: 'Queue', wideWidth: 320, cell: (queue) => <QueueName queue={queue} /> },
  { key: 'state', head: 'State', width: 116, cell: (queue) => <QueueState queue={queue} stats={queue.stats} /> },
  figure('queued', 'Queued', { width: 84 }, ({ queued }) => zeroAsDim(formatCapped(queued))),
  figure('scheduled', 'Scheduled', { width: 88, minWindow: 900 }, ({ scheduled }) =>
    zeroAsDim(formatCapped(scheduled)),
  ),
  figure('running', 'Running / limit', { width: 104 }, ({ running, claimed }, { maxConcurrency }) => (
    <>
      <span className={running.count + claimed.count === 0 ? classes.zero : undefined}>
        <Count of={running.count + claimed.count} />
      </span>
      <span className={classes.zero}> / {maxConcurrency === null ? '∞' : <Count of={maxConcurrency} />}</span>
    </>
  )),
  figure('oldest', 'Oldest waiting', { width: 108 }, ({ oldestReadyAgeSeconds: age }) => (
    <span className={age !== null && age > 300 ? classes.late : undefined}>
      {age === null ? '' : formatDuration(age * 1_000)}
    </span>
  )),
  figure('wait', 'p95 wait', { width: 84, minWindow: 1300 }, ({ p95WaitMs }) => duration(p95WaitMs)),
  figure('run', 'p95 run', { width: 84, minWindow: 1300 }, ({ p95RunMs }) => duration(p95RunMs)),
  figure('failed', 'Failure rate', { width: 94, minWindow: 900 }, ({ failureRate }) => <Rate rate={failureRate} />),
  figure('dead', 'Dead', { width: 72, minWindow: 1600 }, ({ lastHour }) => (
    <span className={lastHour.deadLettered > 0 ? classes.bad : classes.zero}>
      <Count of={lastHour.deadLettered} />
    </span>
  )),
  figure('consumers', 'Workers', { width: 84, minWindow: 1100 }, (stats, { isPaused }) => (
    <Consumers stats={stats} isPaused={isPaused} />
  )),
];

export function queueColumns({ canManage, onPause, onResume }: QueueColumnOptions): readonly QueueColumn[] {
  if (!canManage) return COLUMNS;
  const act: QueueColumn = {
    key: 'act',
    head: '',
    width: 132,
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
  };
  return [...COLUMNS, act];
}

/** Three lines for a phone. */
export function QueueCompact({ queue }: { queue: ListedQueueResponse }): ReactNode {
  const { stats } = queue;
  return (
    <div className={classes.compact}>
      <div>
        <strong>{queue.name}</strong>
        <QueueState queue={queue} stats={stats} />
      </div>
      {stats !== null && (
        <>
          <div>
            {formatCapped(stats.queued)} queued · {formatCapped(stats.scheduled)} scheduled
            {stats.failureRate !== null && ` · failure rate ${formatPercent(stats.failureRate)} %`}
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
