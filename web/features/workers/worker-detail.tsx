'use client';

import type { WorkerJobResponse, WorkerResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ListStates } from '@/shell/list/list-states';
import { useProjectPath } from '@/shell/project/project-context';
import { formatWhole, shortId } from '@/shell/time/format';
import { Elapsed } from '@/shell/time/instant';
import { useNow } from '@/shell/time/use-now';
import { HandlerName, QueueName } from '../jobs/job-cells';
import { useWorker } from './use-worker';
import classes from './workers.module.css';

/** The longest lease that a bar shows in full. */
const LEASE_MS = 30_000;
const WARN_MS = 12_000;

/** What it holds, and how long each lease still lasts without another heartbeat. */
export function WorkerDetail({ worker }: { worker: WorkerResponse }): ReactNode {
  const jobs = useWorker(worker.id);
  const query = { data: jobs.data?.jobs, error: jobs.error, refetch: jobs.refetch };
  return (
    <div className={classes.detail}>
      <div className={classes.detailHead}>
        <strong>
          {jobs.data === undefined
            ? 'Jobs in flight'
            : `${jobs.data.jobs.length} ${jobs.data.jobs.length === 1 ? 'job' : 'jobs'} in flight`}
        </strong>
        <span>of this project{jobs.data?.areJobsCapped === true && ', the first of them'}</span>
      </div>
      <ListStates
        query={query}
        failed="Its jobs could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={classes.dim}>It holds nothing of this project.</p>}
        rowHeight={29}
      >
        {(rows) => (
          <table className={classes.jobs}>
            <thead>
              <tr>
                <th>Job</th>
                <th>Handler</th>
                <th>Queue</th>
                <th data-right>Running</th>
                <th>Lease</th>
                <th data-right>left</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </tbody>
          </table>
        )}
      </ListStates>
    </div>
  );
}

function JobRow({ job }: { job: WorkerJobResponse }): ReactNode {
  const path = useProjectPath();
  return (
    <tr>
      <td aria-label={`job ${job.id}`}>
        <Link href={path(`jobs/${job.id}`)} prefetch={false}>
          <code>{shortId(job.id)}</code>
        </Link>
      </td>
      <td>
        <HandlerName handler={job.handler} />
      </td>
      <td>
        <QueueName queue={job.queue} />
      </td>
      <td data-right>{job.startedAt === null ? 'claimed' : <Elapsed since={job.startedAt} />}</td>
      <Lease until={job.lockExpiresAt} />
    </tr>
  );
}

function Lease({ until }: { until: string | null }): ReactNode {
  const now = useNow();
  const leftMs = until === null ? 0 : Math.max(0, Date.parse(until) - now);
  const isLow = leftMs < WARN_MS;
  return (
    <>
      <td aria-label={`${formatWhole(leftMs)} of the lease left`}>
        <span className={classes.lease} aria-hidden data-low={isLow || undefined}>
          <span style={{ width: `${Math.min(100, (leftMs / LEASE_MS) * 100)}%` }} />
        </span>
      </td>
      <td data-right data-low={isLow || undefined}>
        {leftMs === 0 ? 'expired' : formatWhole(leftMs)}
      </td>
    </>
  );
}
