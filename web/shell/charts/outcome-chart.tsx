'use client';

import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatCompact, formatCount } from '../time/format';
import { useZone } from '../time/zone';
import { BucketTable } from './bucket-table';
import { type Bucket, eventsWithin, OUTCOMES, totalsOf } from './buckets';
import { ChartBlock } from './chart-block';
import classes from './charts.module.css';
import { axesIn, clockOf } from './axes';

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
  const lines = eventsWithin(events, buckets, stepMinutes).map(({ at, bucketAt, isLate, label }) => ({
    x: bucketAt,
    label: `${clockOf(at, zone)} · ${label}`,
    color: 'var(--r-dim)',
    labelPosition: isLate ? ('insideTopRight' as const) : ('insideTopLeft' as const),
  }));
  const chart = (
    <BarChart
      {...axesIn(zone)}
      className={isTall ? classes.fill : classes.chart}
      data={[...buckets]}
      type="stacked"
      series={OUTCOMES.map(({ name, label, color }) => ({ name, label, color }))}
      barProps={{ isAnimationActive: false, radius: 0 }}
      barChartProps={{ barCategoryGap: '18%', accessibilityLayer: false, margin: { top: 10 } }}
      referenceLines={lines}
      cursorFill="var(--r-idle-soft)"
      yAxisProps={{ width: 42, allowDecimals: false, tickFormatter: formatCompact }}
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
