'use client';

import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatCount, partsOf } from '../time/format';
import { useZone } from '../time/zone';
import { BucketTable } from './bucket-table';
import { type Bucket, eventsWithin, OUTCOMES, totalsOf } from './buckets';
import { ChartBlock } from './chart-block';
import classes from './charts.module.css';
import { AXES } from './axes';

/** Something that happened at an instant, told by a thin line across the chart. */
export interface ChartEvent {
  /** In milliseconds. */
  readonly at: number;
  readonly label: string;
}

interface OutcomeChartProps {
  readonly buckets: readonly Bucket[];
  readonly stepMinutes: number;
  readonly events?: readonly ChartEvent[];
  readonly isTall?: boolean;
  readonly children?: ReactNode;
}

const DAY_MS = 86_400_000;
/** Not seen. */
const SAME_TIME = '\u200B';
const NO_EVENTS: readonly ChartEvent[] = [];
const TABLE = OUTCOMES.toReversed().map(({ name, label }) => ({
  head: label,
  show: (bucket: Bucket) => formatCount(bucket[name]),
}));

/** Attempts that ended, stacked by how. */
export function OutcomeChart(props: OutcomeChartProps): ReactNode {
  const { buckets, stepMinutes, events = NO_EVENTS, isTall = false, children } = props;
  const { zone } = useZone();
  const totals = totalsOf(buckets);
  const clockOf = (at: number): string => partsOf(at, zone).clock.slice(0, 5);
  // A day begins and ends with the same time: two bars of one name would leave no place for lines.
  const nameOf = (at: number): string => `${clockOf(at)}${at + DAY_MS <= (buckets.at(-1)?.at ?? 0) ? SAME_TIME : ''}`;
  const data = buckets.map((bucket) => ({ ...bucket, clock: nameOf(bucket.at) }));
  const lines = eventsWithin(events, buckets, stepMinutes).map(({ at, bucketAt, label }) => ({
    x: nameOf(bucketAt),
    label: `${clockOf(at)} · ${label}`,
    color: 'var(--r-dim)',
    labelPosition: 'insideTopLeft' as const,
  }));
  const chart = (
    <BarChart
      {...AXES}
      className={isTall ? classes.fill : classes.chart}
      data={data}
      dataKey="clock"
      type="stacked"
      series={OUTCOMES.map(({ name, label, color }) => ({ name, label, color }))}
      barProps={{ isAnimationActive: false, radius: 0 }}
      barChartProps={{ barCategoryGap: '18%', accessibilityLayer: false, margin: { top: 10 } }}
      referenceLines={lines}
      cursorFill="var(--r-idle-soft)"
      yAxisProps={{ width: 42, allowDecimals: false }}
      valueFormatter={formatCount}
    />
  );
  return (
    <ChartBlock
      title="Throughput by outcome"
      remark={`attempts per ${stepMinutes === 1 ? 'minute' : `${stepMinutes} min`}`}
      isTall={isTall}
      legend={OUTCOMES.toReversed().map(({ name, label, color }) => ({
        label,
        color,
        figure: formatCount(totals[name]),
      }))}
      table={<BucketTable label="Throughput by outcome, as a table" buckets={buckets} columns={TABLE} />}
      chart={isTall ? <div className={classes.tall}>{chart}</div> : chart}
    >
      {children}
    </ChartBlock>
  );
}
