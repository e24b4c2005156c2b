'use client';

import { Tooltip } from '@mantine/core';
import { dataOf, schedulesPreview } from '@rota/client';
import { IconClockExclamation } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { api } from '@/shell/api/client';
import { useProject } from '@/shell/project/project-context';
import { partsOf, zoneAbbreviation, zoneCity } from '@/shell/time/format';
import { useNow } from '@/shell/time/use-now';
import { useZone } from '@/shell/time/zone';
import type { TimingRequest } from './schedule-form';
import classes from './schedules.module.css';
import { zoneNotes } from './zone-notes';

const COUNT = 10;

/** What the server would do with a definition; an error says what is wrong with it. */
export function usePreview(timing: TimingRequest | undefined) {
  const { projectId } = useProject();
  const minute = Math.floor(useNow() / 60_000);
  return useQuery({
    queryKey: [projectId, 'schedules', 'preview', timing, minute],
    queryFn: ({ signal }) =>
      dataOf(schedulesPreview({ client: api, path: { projectId }, body: { ...timing, count: COUNT }, signal })),
    enabled: timing !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** The next ten runs on the schedule's clock, the viewer's and in UTC; where clocks change it says so. */
export function PreviewRuns({ runs, timeZone }: { runs: readonly { at: string }[]; timeZone: string }): ReactNode {
  const { zone } = useZone();
  const instants = useMemo(() => runs.map(({ at }) => Date.parse(at)), [runs]);
  const notes = useMemo(() => zoneNotes(instants, timeZone, zone), [instants, timeZone, zone]);
  const hasViewer = zone !== timeZone && zone !== 'UTC';
  const hasUtc = timeZone !== 'UTC';
  if (runs.length === 0) return <p className={classes.remark}>It will not run again.</p>;
  return (
    <table className={classes.preview} aria-label="Next runs">
      <thead>
        <tr>
          <th>Date</th>
          <th>{zoneCity(timeZone)}</th>
          {hasViewer && <th>You, {zoneCity(zone)}</th>}
          {hasUtc && <th>UTC</th>}
        </tr>
      </thead>
      <tbody>
        {instants.map((at, index) => (
          <PreviewRow
            key={at}
            at={at}
            timeZone={timeZone}
            viewer={hasViewer ? zone : undefined}
            hasUtc={hasUtc}
            notes={notes[index] ?? []}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PreviewRowProps {
  readonly at: number;
  readonly timeZone: string;
  readonly viewer: string | undefined;
  readonly hasUtc: boolean;
  readonly notes: readonly string[];
}

function PreviewRow({ at, timeZone, viewer, hasUtc, notes }: PreviewRowProps): ReactNode {
  const { weekday, day, month, year } = partsOf(at, timeZone);
  const isOtherYear = year !== partsOf(useNow(), timeZone).year;
  return (
    <>
      <tr data-noted={notes.length > 0 || undefined}>
        <th scope="row">
          {weekday} {day} {month} {isOtherYear && year}
        </th>
        <Cell at={at} zone={timeZone} base={timeZone} isMain />
        {viewer !== undefined && <Cell at={at} zone={viewer} base={timeZone} />}
        {hasUtc && <Cell at={at} zone="UTC" base={timeZone} />}
      </tr>
      {notes.length > 0 && (
        <tr className={classes.note}>
          <td colSpan={4}>
            <IconClockExclamation size={14} stroke={1.9} aria-hidden /> {notes.join('. ')}
          </td>
        </tr>
      )}
    </>
  );
}

function Cell({
  at,
  zone,
  base,
  isMain = false,
}: {
  at: number;
  zone: string;
  base: string;
  isMain?: boolean;
}): ReactNode {
  const { clock, day, weekday, month } = partsOf(at, zone);
  const shown = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  const isOtherDay = day !== partsOf(at, base).day;
  return (
    <td data-main={isMain || undefined}>
      {isOtherDay && (
        <Tooltip label={`${weekday} ${day} ${month}`}>
          <i>{weekday}</i>
        </Tooltip>
      )}
      {shown} {zone !== 'UTC' && <small>{zoneAbbreviation(zone, at)}</small>}
    </td>
  );
}
