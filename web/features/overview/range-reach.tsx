'use client';

import { Button } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProjectPath } from '@/shell/project/project-context';
import { Instant } from '@/shell/time/instant';
import classes from './overview.module.css';
import type { TimeRange } from './time-range';
import { useRangeName } from './use-range-name';

interface RangeReachProps {
  readonly range: TimeRange;
  /** Undefined: nothing of it is known. */
  readonly known: TimeRange | undefined;
  /** Of now, in milliseconds. */
  readonly now: number;
  readonly onLastDay: () => void;
}

/** Says what of a time range no figure speaks of: an empty chart would say that nothing happened. */
export function RangeReach({ range, known, now, onLastDay }: RangeReachProps): ReactNode {
  const path = useProjectPath();
  const name = useRangeName(range);
  if (known !== undefined && known.from <= range.from) return null;
  if (known === undefined && range.from > now) {
    return (
      <Notice>
        <span>
          <strong>{name} is still to come.</strong> There are no figures of it yet.
        </span>
        <Button onClick={onLastDay}>Show the last 24 h</Button>
      </Notice>
    );
  }
  const query = new URLSearchParams({
    since: new Date(range.from).toISOString(),
    until: new Date(known?.from ?? range.to).toISOString(),
  });
  const jobs = (
    <Link href={path(`jobs?${query}`)} prefetch={false}>
      Jobs enqueued in that time
    </Link>
  );
  return (
    <Notice>
      <span>
        {known === undefined ? (
          <>
            <strong>No figures reach back to {name}.</strong> They are told of the last 24 hours only; that nothing is
            shown does not mean that nothing happened.
          </>
        ) : (
          <>
            <strong>
              Figures begin with <Instant at={new Date(known.from).toISOString()} />.
            </strong>{' '}
            They are told of the last 24 hours only: what happened from{' '}
            <Instant at={new Date(range.from).toISOString()} /> until then is in none of them.
          </>
        )}{' '}
        {jobs}
      </span>
      {known === undefined && <Button onClick={onLastDay}>Show the last 24 h</Button>}
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={classes.reach} role="status">
      <IconHistoryOff size={17} stroke={1.9} aria-hidden />
      {children}
    </div>
  );
}
