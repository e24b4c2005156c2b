'use client';

import type { WorkerResponse } from '@rota/client';
import { IconSnowflake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { StatusMark } from '@/shell/status/status';
import { formatDuration, shortId } from '@/shell/time/format';
import { Elapsed, Instant } from '@/shell/time/instant';
import { STATE_MARKS, stateOf } from './worker-state';
import classes from './workers.module.css';

/** Hosts are for who looks after the installation; others see what serves them. */
export function workerColumns(isOperator: boolean): readonly Column<WorkerResponse>[] {
  const state: Column<WorkerResponse> = {
    key: 'state',
    head: 'State',
    width: 112,
    cell: (worker) => <State worker={worker} />,
  };
  const worker: Column<WorkerResponse> = {
    key: 'worker',
    head: 'Worker',
    width: 104,
    cell: ({ id }) => <code title={id}>{shortId(id)}</code>,
  };
  const host: readonly Column<WorkerResponse>[] = [
    {
      key: 'host',
      head: 'Host',
      cell: ({ host }) =>
        host !== null && (
          <code title={host.name}>
            {host.name} / {host.pid}
          </code>
        ),
    },
    { key: 'version', head: 'Version', width: 78, minWindow: 1300, cell: ({ host }) => host?.version },
    {
      key: 'queues',
      head: 'Queues',
      width: 84,
      minWindow: 1300,
      cell: ({ host }) => <Queues queues={host?.queues ?? null} />,
    },
  ];
  const rest: readonly Column<WorkerResponse>[] = [
    {
      key: 'slots',
      head: isOperator ? 'In flight / slots' : 'Of this project / slots',
      width: 190,
      cell: (worker) => <Slots worker={worker} />,
    },
    { key: 'beat', head: 'Heartbeat', width: 104, align: 'right', cell: (worker) => <Beat worker={worker} /> },
    {
      key: 'uptime',
      head: 'Uptime',
      width: 116,
      align: 'right',
      minWindow: 900,
      cell: (worker) => <Uptime worker={worker} />,
    },
  ];
  return isOperator
    ? [state, worker, ...host, ...rest]
    : [state, { key: 'worker', head: 'Worker', cell: worker.cell }, ...rest];
}

function State({ worker }: { worker: WorkerResponse }): ReactNode {
  const state = stateOf(worker);
  const { status, word } = STATE_MARKS[state];
  // A row that is well is quiet: the sum above it is green.
  return (
    <span className={classes.state} data-state={state}>
      <StatusMark status={status} word={word} />
    </span>
  );
}

function Queues({ queues }: { queues: readonly string[] | null }): ReactNode {
  if (queues === null) return <span className={classes.dim}>all</span>;
  return <span title={queues.join(', ')}>{queues.length === 1 ? queues[0] : `${queues.length} queues`}</span>;
}

const MOST_BOXES = 16;

/** One box per slot, up to sixteen; from there on each stands for several. */
function Slots({ worker }: { worker: WorkerResponse }): ReactNode {
  const state = stateOf(worker);
  const used = worker.host?.inFlight ?? worker.inFlight;
  const boxes = Math.min(MOST_BOXES, worker.capacity);
  const filled = worker.capacity === 0 ? 0 : Math.ceil((Math.min(used, worker.capacity) / worker.capacity) * boxes);
  const isOver = state === 'dead' || state === 'stopped';
  return (
    <span className={classes.slots} data-state={state}>
      <svg width={boxes * 7} height={12} aria-hidden>
        {Array.from({ length: boxes }, (_, index) => (
          <rect
            key={index}
            x={index * 7 + 0.5}
            y={0.5}
            width={5}
            height={11}
            rx={1}
            data-filled={index < filled || undefined}
          />
        ))}
      </svg>
      <span>{isOver && used === 0 ? '' : isOver ? `${used} held` : `${used} / ${worker.capacity}`}</span>
    </span>
  );
}

function Beat({ worker }: { worker: WorkerResponse }): ReactNode {
  return (
    <span className={classes.beat} data-state={stateOf(worker)}>
      <Instant at={worker.lastHeartbeatAt} as="ago" />
    </span>
  );
}

function Uptime({ worker }: { worker: WorkerResponse }): ReactNode {
  const isOver = worker.state === 'dead' || worker.state === 'stopped';
  return (
    <span className={classes.uptime}>
      {worker.state === 'dead' && <IconSnowflake size={13} aria-label="as of its last heartbeat" />}
      {isOver ? (
        formatDuration(Date.parse(worker.lastHeartbeatAt) - Date.parse(worker.startedAt))
      ) : (
        <Elapsed since={worker.startedAt} />
      )}
    </span>
  );
}

export function CompactWorker({ worker }: { worker: WorkerResponse }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <State worker={worker} />
        <Beat worker={worker} />
      </div>
      <div>
        <code>{worker.host === null ? shortId(worker.id) : `${worker.host.name} / ${worker.host.pid}`}</code>
        <span className={classes.dim}>{worker.host?.version}</span>
      </div>
      <div>
        <Slots worker={worker} />
        <Uptime worker={worker} />
      </div>
    </div>
  );
}
