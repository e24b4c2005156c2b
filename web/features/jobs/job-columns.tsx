'use client';

import { CopyButton, Tooltip } from '@mantine/core';
import type { JobSummaryResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { useProjectPath } from '@/shell/project/project-context';
import { StatusMark, statusOfJob } from '@/shell/status/status';
import { formatDuration, shortId } from '@/shell/time/format';
import { DueIn, Elapsed, Instant } from '@/shell/time/instant';
import { HandlerName, QueueName } from './job-cells';
import classes from './jobs.module.css';
import { remarkOf } from './remark';
import { useStandings } from './standings';

export function JobId({ id }: { id: string }): ReactNode {
  const path = useProjectPath();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `${id} · right-click copies`}>
          <Link
            href={path(`jobs/${id}`)}
            prefetch={false}
            className={classes.id}
            onContextMenu={(event) => {
              event.preventDefault();
              copy();
            }}
          >
            {shortId(id)}
          </Link>
        </Tooltip>
      )}
    </CopyButton>
  );
}

function Attempt({ job }: { job: JobSummaryResponse }): ReactNode {
  return (
    <>
      {job.attempt} <span className={classes.dim}>of {job.maxAttempts}</span>
    </>
  );
}

/** When something will happen by itself. */
function Next({ job }: { job: JobSummaryResponse }): ReactNode {
  return job.status === 'scheduled' && job.runAt !== null ? <DueIn at={job.runAt} /> : null;
}

/** How long the attempt under way, or the last one, has run. */
function Ran({ job }: { job: JobSummaryResponse }): ReactNode {
  if (job.startedAt === null) return null;
  if (job.status === 'running') return <Elapsed since={job.startedAt} />;
  return job.finishedAt === null ? null : formatDuration(Date.parse(job.finishedAt) - Date.parse(job.startedAt));
}

/** Why it is not done, in the words of its last error; what a list knows besides. Up to two lines, the whole on hover. */
export function JobRemark({ job }: { job: JobSummaryResponse }): ReactNode {
  const remark = remarkOf(job, useStandings().get(job.queueId));
  if (job.lastError === null) {
    return (
      <span className={classes.remark} title={remark}>
        {remark}
      </span>
    );
  }
  const { name, message } = job.lastError;
  const error = message === '' ? name : message;
  return (
    <span className={classes.remark} title={[`${name}: ${message}`, remark].filter(Boolean).join('\n')}>
      <span className={classes.error}>{error}</span>
      {remark !== '' && ` · ${remark}`}
    </span>
  );
}

export const JOB_COLUMNS: readonly Column<JobSummaryResponse>[] = [
  { key: 'status', head: 'Status', width: 118, cell: (job) => <StatusMark status={statusOfJob(job)} /> },
  { key: 'id', head: 'Job', width: 96, cell: ({ id }) => <JobId id={id} /> },
  {
    key: 'queue',
    head: 'Queue',
    width: 116,
    wideWidth: 220,
    cell: ({ queue }) => <QueueName queue={queue} />,
  },
  {
    key: 'handler',
    head: 'Handler',
    width: 134,
    wideWidth: 200,
    cell: ({ handler }) => <HandlerName handler={handler} />,
  },
  { key: 'attempt', head: 'Attempt', width: 74, cell: (job) => <Attempt job={job} /> },
  { key: 'created', head: 'Created', width: 112, align: 'right', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { key: 'next', head: 'Next', width: 104, align: 'right', minWindow: 1100, cell: (job) => <Next job={job} /> },
  { key: 'ran', head: 'Ran', width: 82, align: 'right', minWindow: 900, cell: (job) => <Ran job={job} /> },
  {
    key: 'detail',
    head: 'Detail',
    minWindow: 1100,
    cell: (job) => <JobRemark job={job} />,
  },
];

/** Three lines for a phone: status, queue and handler, remark. */
export function JobCompact({ job }: { job: JobSummaryResponse }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <StatusMark status={statusOfJob(job)} />
        <span className={classes.dim}>
          <Attempt job={job} />
        </span>
        <span className={classes.compactEnd}>
          <Next job={job} /> <JobId id={job.id} />
        </span>
      </div>
      <div>
        <strong>{job.queue ?? 'deleted queue'}</strong> <code>{job.handler}</code>
      </div>
      <div className={classes.dim}>
        <Instant at={job.createdAt} as="ago" />
        <span className={classes.compactRemark}>
          <JobRemark job={job} />
        </span>
      </div>
    </div>
  );
}
