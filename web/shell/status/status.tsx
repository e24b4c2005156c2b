'use client';

import type { ReactNode } from 'react';
import { type Status, statusMap } from '../theme';
import classes from './status.module.css';

/** The status that is shown for a job: a scheduled one that has been tried is retrying. */
export function statusOfJob(job: { status: string; attempt: number }): Status {
  return job.status === 'scheduled' && job.attempt > 0 ? 'retrying' : (job.status as Status);
}

interface StatusProps {
  readonly status: Status;
  /** Another word than the usual one. */
  readonly word?: string;
}

/** Word, icon of its own shape and hue, as rows show it. */
export function StatusMark({ status, word }: StatusProps): ReactNode {
  const { icon: Icon, tone, word: usual } = statusMap[status];
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={15} stroke={1.9} className={status === 'running' ? classes.turning : undefined} aria-hidden />
      {word ?? usual}
    </span>
  );
}

/** The same with a soft fill, as the head of a page shows it. */
export function StatusBadge({ status, word }: StatusProps): ReactNode {
  return (
    <span className={classes.badge} data-tone={statusMap[status].tone}>
      <StatusMark status={status} word={word} />
    </span>
  );
}

/** Attempts used of those allowed. */
interface AttemptPipsProps {
  readonly used: number;
  readonly of: number;
  /** How the last of those used stands; those before it have failed. */
  readonly state: 'running' | 'completed' | 'failed';
}

export function AttemptPips({ used, of, state }: AttemptPipsProps): ReactNode {
  const shown = Math.min(of, 10);
  return (
    <span className={classes.pips} aria-hidden>
      {Array.from({ length: shown }, (_, index) => (
        <span key={index} data-state={index < used ? (index === used - 1 ? state : 'failed') : 'free'} />
      ))}
    </span>
  );
}
