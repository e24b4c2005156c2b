'use client';

import type { JobResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProjectPath } from '@/shell/project/project-context';
import { AttemptPips, StatusBadge, statusOfJob } from '@/shell/status/status';
import { Countdown, Elapsed } from '@/shell/time/instant';
import { useNow } from '@/shell/time/use-now';
import { JobActions } from './job-actions';
import classes from './job.module.css';

export function JobHead({ job, payloadText }: { job: JobResponse; payloadText: string }): ReactNode {
  const path = useProjectPath();
  const status = statusOfJob(job);
  return (
    <div className={classes.head}>
      <StatusBadge status={status} word={status === 'retrying' ? 'Waiting to retry' : undefined} />
      <h2 className={classes.handler} title={job.handler}>
        {job.handler}
      </h2>
      <span className={classes.inQueue} title={job.queue ?? undefined}>
        in{' '}
        {job.queue === null ? (
          'a deleted queue'
        ) : (
          <Link href={path(`queues/${job.queue}`)} prefetch={false}>
            {job.queue}
          </Link>
        )}
      </span>
      <span className={classes.attempt}>
        Attempt {job.attempt} of {job.maxAttempts}
        <AttemptPips used={job.attempt} of={job.maxAttempts} state={pipStateOf(job)} />
      </span>
      <NextStep job={job} />
      <JobActions job={job} payloadText={payloadText} />
    </div>
  );
}

function pipStateOf({ status }: JobResponse): 'running' | 'completed' | 'failed' {
  if (status === 'running' || status === 'claimed') return 'running';
  return status === 'completed' ? 'completed' : 'failed';
}

/** What happens next by itself, and when. */
function NextStep({ job }: { job: JobResponse }): ReactNode {
  if (job.status === 'scheduled' && job.runAt !== null) return <NextAttempt at={job.runAt} />;
  if (job.status === 'running' && job.startedAt !== null) {
    return (
      <span className={classes.next}>
        running{' '}
        <strong>
          <Elapsed since={job.startedAt} />
        </strong>
        <ProgressText progress={job.progress} />
      </span>
    );
  }
  return null;
}

function NextAttempt({ at }: { at: string }): ReactNode {
  const isDue = Date.parse(at) <= useNow();
  return (
    <span className={classes.next}>
      next {isDue ? 'is due' : 'in'}{' '}
      {!isDue && (
        <strong>
          <Countdown until={at} />
        </strong>
      )}
    </span>
  );
}

/** What the handler says of how far it is. */
function ProgressText({ progress }: { progress: unknown }): ReactNode {
  const { percent, message } = (progress ?? {}) as { percent?: number; message?: string };
  if (typeof percent !== 'number') return null;
  return (
    <>
      <progress className={classes.bar} value={percent} max={100} aria-label="Progress" />
      {Math.round(percent)} %{message !== undefined && <span className={classes.progressText}>{message}</span>}
    </>
  );
}
