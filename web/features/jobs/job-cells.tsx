'use client';

import type { ReactNode } from 'react';
import classes from './jobs.module.css';

/** Cells that every list of jobs, letters or groups of them shows alike: cut where the column ends, whole on hover. */
export const HandlerName = ({ handler }: { handler: string }): ReactNode => <code title={handler}>{handler}</code>;

export function QueueName({ queue }: { queue: string | null }): ReactNode {
  return queue === null ? <span className={classes.dim}>deleted</span> : <span title={queue}>{queue}</span>;
}
