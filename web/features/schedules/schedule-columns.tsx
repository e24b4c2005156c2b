'use client';

import type { ListedScheduleResponse, ScheduleRunResponse } from '@rota/client';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { StatusMark } from '@/shell/status/status';
import { Instant } from '@/shell/time/instant';
import { useNow } from '@/shell/time/use-now';
import { useZone } from '@/shell/time/zone';
import { OutcomeDots } from './outcome-dots';
import classes from './schedules.module.css';
import { expressionOf, nextWords, placeOf, sentence } from './timing';
import type { ScheduleHealth } from './use-schedules';

export interface ScheduleRow {
  readonly schedule: ListedScheduleResponse;
  readonly runs: readonly ScheduleRunResponse[] | undefined;
  readonly health: ScheduleHealth;
}

export const COLUMNS: readonly Column<ScheduleRow>[] = [
  {
    key: 'name',
    head: 'Schedule',
    cell: ({ schedule }) => (
      <TwoLines
        first={<strong title={schedule.name}>{schedule.name}</strong>}
        second={<code>{expressionOf(schedule)}</code>}
      />
    ),
  },
  {
    key: 'words',
    head: 'Runs',
    cell: ({ schedule }) => (
      <TwoLines
        first={<span title={sentence(schedule.words)}>{sentence(schedule.words)}</span>}
        second={placeOf(schedule)}
      />
    ),
  },
  {
    key: 'job',
    head: 'Queue, handler',
    width: 150,
    minWindow: 1300,
    cell: ({ schedule }) => (
      <TwoLines first={schedule.queue ?? 'deleted queue'} second={<code>{schedule.handler}</code>} />
    ),
  },
  { key: 'next', head: 'Next', width: 128, align: 'right', cell: ({ schedule }) => <Next schedule={schedule} /> },
  {
    key: 'dots',
    head: 'Last outcomes',
    width: 236,
    cell: (row) => <TwoLines first={<Dots row={row} />} second={<Remark row={row} />} />,
  },
];

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }): ReactNode {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      <span>{second}</span>
    </span>
  );
}

function Dots({ row: { runs } }: { row: ScheduleRow }): ReactNode {
  return runs === undefined ? null : <OutcomeDots runs={runs} />;
}

function Next({ schedule: { isPaused, nextSlotAt } }: { schedule: ListedScheduleResponse }): ReactNode {
  const now = useNow();
  const { zone } = useZone();
  if (isPaused) return <StatusMark status="paused" />;
  if (nextSlotAt === null) return <span className={classes.remark}>never again</span>;
  return <time dateTime={nextSlotAt}>{nextWords(Date.parse(nextSlotAt), zone, now)}</time>;
}

function Remark({ row: { schedule, health } }: { row: ScheduleRow }): ReactNode {
  if (schedule.pausedAt !== null) {
    return (
      <>
        paused <Instant at={schedule.pausedAt} />
        {schedule.pausedReason !== null && `, ${schedule.pausedReason}`}
      </>
    );
  }
  if (health.failing > 1) return <span data-tone="bad">failing, {health.failing} in a row</span>;
  if (health.failing === 1) return <span data-tone="bad">the last one failed</span>;
  if (health.overlapped > 0) return <span data-tone="warn">slower than its interval: {health.overlapped} skipped</span>;
  return null;
}

export function CompactSchedule({ row }: { row: ScheduleRow }): ReactNode {
  const { schedule } = row;
  return (
    <div className={classes.compact}>
      <div>
        <strong>{schedule.name}</strong>
        <Next schedule={schedule} />
      </div>
      <div>
        <span>{sentence(schedule.words)}</span>
        <span className={classes.remark}>{placeOf(schedule)}</span>
      </div>
      <div>
        <Dots row={row} />
        <span className={classes.remark}>
          <Remark row={row} />
        </span>
      </div>
    </div>
  );
}
