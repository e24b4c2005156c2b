'use client';

import type { JobResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProjectPath } from '@/shell/project/project-context';
import type { Status } from '@/shell/theme';
import { AttemptPips, StatusBadge, statusOfJob } from '@/shell/status/status';
import { Countdown, Elapsed } from '@/shell/time/instant';
import { useNow } from '@/shell/time/use-now';
import { JobActions } from './job-actions';
import classes from './job.module.css';

interface JobHeadProps {
  readonly job: JobResponse;
  readonly payloadText: string;
  /** No worker that met it knew its handler: it cannot run, and goes round until one does. */
  readonly isPutBack: boolean;
}

export function JobHead({ job, payloadText, isPutBack }: JobHeadProps): ReactNode {
  const path = useProjectPath();
  const status = isPutBack ? 'late' : statusOfJob(job);
  const words: Partial<Record<Status, string>> = { retrying: 'Waiting to retry', late: 'Put back' };
  return (
    <div className={classes.head}>
      <StatusBadge status={status} word={words[status]} />
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
      <JobActions job={job} payloadText={payloadText} isPutBack={isPutBack} />
      {isPutBack && (
        <p className={classes.advice}>
          <strong>No worker here knows this handler; put back, refunded.</strong> Give the workers of its queue the
          module that brings <code>{job.handler}</code> (HANDLER_MODULES), or the setting that it needs. It then runs by
          itself.
        </p>
      )}
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
  const { percent, message } = (progress ?? {}) as { percent?: unknown; message?: unknown };
  if (typeof percent !== 'number') return null;
  return (
    <>
      <progress className={classes.bar} value={percent} max={100} aria-label="Progress" />
      {Math.round(percent)} %{typeof message === 'string' && <span className={classes.progressText}>{message}</span>}
    </>
  );
}
