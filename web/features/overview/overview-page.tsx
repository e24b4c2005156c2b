'use client';

import { SegmentedControl } from '@mantine/core';
import dynamic from 'next/dynamic';
import { type ReactNode, useMemo } from 'react';
import { useStats } from '@/shell/api/use-stats';
import { bucketsWithin, DAY_MINUTES, minutesBackTo, stepOf } from '@/shell/charts/buckets';
import { useMinute } from '@/shell/charts/use-minute';
import { useThroughput } from '@/shell/charts/use-throughput';
import { useUrlFilters } from '@/shell/list/url-filters';
import { Page } from '@/shell/page/page';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { Instant } from '@/shell/time/instant';
import { Attention } from './attention';
import classes from './overview.module.css';
import { RangeReach } from './range-reach';
import { knownPartOf, PRESETS, rangeOf } from './time-range';
import { Tiles } from './tiles';

const Throughput = dynamic(async () => (await import('./throughput')).Throughput, {
  ssr: false,
  loading: () => <div className={classes.chartWaiting} data-loading />,
});
const FILTERS = ['last', 'from', 'to'] as const;
const LAST_DAY = String(DAY_MINUTES);

export function OverviewPage(): ReactNode {
  const { filters, set } = useUrlFilters(FILTERS);
  const minute = useMinute();
  const range = useMemo(() => rangeOf(filters, minute), [filters, minute]);
  const current = useStats(60);
  const known = useMemo(() => knownPartOf(range, minute), [range, minute]);
  const shown = known ?? range;
  const step = stepOf(shown);
  const day = useThroughput({ minutes: DAY_MINUTES, step: 15 });
  const throughput = useThroughput({ minutes: minutesBackTo(shown, minute), step });
  const buckets = useMemo(
    () => throughput.data && known && bucketsWithin(throughput.data, known, step),
    [throughput.data, known, step],
  );
  return (
    <Page
      title="Overview"
      footer={
        <>
          <span className={classes.provenance}>
            {current.data === undefined ? (
              current.error === null ? (
                'Asking…'
              ) : (
                'Not known'
              )
            ) : (
              <Taken at={current.data.takenAt} />
            )}
          </span>
          <SegmentedControl
            aria-label="Time range"
            data={PRESETS.map(({ value, label }) => ({ value, label }))}
            value={range.preset ?? ''}
            onChange={(last) => set({ last, from: undefined, to: undefined })}
          />
        </>
      }
    >
      <div className={classes.content}>
        {current.error !== null && current.data === undefined ? (
          <ProblemNotice
            what="The figures could not be read"
            error={current.error}
            onRetry={() => void current.refetch()}
          />
        ) : (
          <Tiles stats={current.data} buckets={buckets} range={shown} isKnown={known !== undefined} />
        )}
        <Attention />
        <RangeReach
          range={range}
          known={known}
          now={minute}
          onLastDay={() => set({ last: LAST_DAY, from: undefined, to: undefined })}
        />
        {known === undefined ? null : throughput.error !== null && throughput.data === undefined ? (
          <ProblemNotice
            what="The throughput could not be read"
            error={throughput.error}
            onRetry={() => void throughput.refetch()}
          />
        ) : (
          <Throughput
            buckets={buckets}
            stepMinutes={step}
            range={known}
            day={day.data ?? []}
            dayEnd={minute + 60_000}
            onBrush={(from, to) =>
              set({ last: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() })
            }
          />
        )}
      </div>
    </Page>
  );
}

function Taken({ at }: { at: string }): ReactNode {
  return (
    <>
      Counted at <Instant at={at} />; rates come from roll-ups of whole minutes
    </>
  );
}
