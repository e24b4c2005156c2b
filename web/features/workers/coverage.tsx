'use client';

import type { QueueResponse, WorkerResponse } from '@rota/client';
import { IconAlertTriangleFilled, IconPlayerPauseFilled } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useQueuesWithStats } from '@/shell/api/use-queues';
import { BlockHead } from '@/shell/page/page';
import { SidePanel } from '@/shell/page/side-panel';
import { useProjectPath } from '@/shell/project/project-context';
import { formatCapped } from '@/shell/time/format';
import classes from './workers.module.css';

const SHOWN = 30;

/** Which queues have a live worker. Only who looks after the installation is told which queues a worker polls. */
export function Coverage({ workers }: { workers: readonly WorkerResponse[] | undefined }): ReactNode {
  const queues = useQueuesWithStats(SHOWN);
  const live = (workers ?? []).filter(({ state }) => state === 'live');
  const isKnown = live.every(({ host }) => host !== null);
  if (workers === undefined || queues.data === undefined || !isKnown) return null;
  const serving = ({ id, name }: QueueResponse): number =>
    live.filter(
      ({ host }) => host?.queues === null || host?.queues.includes(name) === true || host?.queues.includes(id) === true,
    ).length;
  const rows = queues.data.data
    .map((queue) => ({ queue, workers: serving(queue) }))
    .toSorted((a, b) => Number(a.workers > 0) - Number(b.workers > 0));
  return (
    <SidePanel title="Queue coverage" label="Queue coverage" width={300} isExtra>
      <p className={classes.dim}>live workers that poll each queue</p>
      <table className={classes.coverage}>
        <thead>
          <tr>
            <th>Queue</th>
            <th data-right>Workers</th>
            <th data-right>Waiting</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ queue, workers }) => (
            <CoverageRow key={queue.id} queue={queue} workers={workers} waiting={queue.stats?.queued} />
          ))}
        </tbody>
      </table>
      {queues.data.page.hasMore && <p className={classes.dim}>The first {SHOWN} by name.</p>}
      <Versions workers={workers.filter(({ state }) => state === 'live' || state === 'draining')} />
    </SidePanel>
  );
}

interface CoverageRowProps {
  readonly queue: QueueResponse;
  readonly workers: number;
  readonly waiting: { count: number; isCapped: boolean } | undefined;
}

function CoverageRow({ queue, workers, waiting }: CoverageRowProps): ReactNode {
  const path = useProjectPath();
  const isBad = workers === 0 && !queue.isPaused;
  return (
    <tr data-bad={isBad || undefined}>
      <td>
        {queue.isPaused && <IconPlayerPauseFilled size={13} aria-label="paused" />}
        {isBad && <IconAlertTriangleFilled size={13} aria-label="no live worker" />}
        <Link href={path(`queues/${encodeURIComponent(queue.name)}`)} prefetch={false} title={queue.name}>
          {queue.name}
        </Link>
      </td>
      <td data-right>{workers}</td>
      <td data-right>{waiting === undefined ? '' : formatCapped(waiting)}</td>
    </tr>
  );
}

function Versions({ workers }: { workers: readonly WorkerResponse[] }): ReactNode {
  const versions = [...Map.groupBy(workers, ({ host }) => host?.version ?? '')].toSorted(([a], [b]) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  if (workers.length === 0) return null;
  return (
    <section className={classes.versions}>
      <BlockHead title="Versions" />
      {versions.map(([version, { length }], index) => (
        <div key={version}>
          <span>{version}</span>
          <span className={classes.bar} data-old={index > 0 || undefined}>
            <span style={{ width: `${(length / workers.length) * 100}%` }} />
          </span>
          <span>{length}</span>
        </div>
      ))}
    </section>
  );
}
