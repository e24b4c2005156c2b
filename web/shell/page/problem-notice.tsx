'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeProblem, faultsBeside } from '../api/client';
import classes from './problem-notice.module.css';

interface ProblemNoticeProps {
  /** What could not be done: "The jobs could not be read". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Pointers of the fields that show their faults themselves. */
  readonly fields?: Iterable<string>;
}

/** Stands where the block would stand that failed; the rest of the page lives on. */
export function ProblemNotice({ what, error, onRetry, fields = [] }: ProblemNoticeProps): ReactNode {
  const { title, requestId } = describeProblem(error);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle size={17} stroke={1.9} aria-hidden />
      <div className={classes.text}>
        <strong>{what}</strong>
        <span>{title}</span>
        {faultsBeside(error, fields).map((fault) => (
          <span key={fault}>{fault}</span>
        ))}
        {requestId !== undefined && <code>request {requestId}</code>}
      </div>
      {onRetry !== undefined && (
        <Button onClick={onRetry} className={classes.retry}>
          Retry
        </Button>
      )}
    </div>
  );
}
