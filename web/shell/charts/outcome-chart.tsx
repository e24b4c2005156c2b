'use client';

import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatCount, partsOf } from '../time/format';
import { useZone } from '../time/zone';
import { BucketTable } from './bucket-table';
import { type Bucket, OUTCOMES, totalsOf } from './buckets';
import { ChartBlock } from './chart-block';
import classes from './charts.module.css';
import { AXES } from './axes';

interface OutcomeChartProps {
  readonly buckets: readonly Bucket[];
  readonly stepMinutes: number;
  readonly isTall?: boolean;
  readonly children?: ReactNode;
}

const TABLE = OUTCOMES.toReversed().map(({ name, label }) => ({
  head: label,
  show: (bucket: Bucket) => formatCount(bucket[name]),
}));

/** Attempts that ended, stacked by how. */
export function OutcomeChart({ buckets, stepMinutes, isTall = false, children }: OutcomeChartProps): ReactNode {
  const { zone } = useZone();
  const totals = totalsOf(buckets);
  const data = buckets.map((bucket) => ({ ...bucket, clock: partsOf(bucket.at, zone).clock.slice(0, 5) }));
  return (
    <ChartBlock
      title="Throughput by outcome"
      remark={`attempts per ${stepMinutes === 1 ? 'minute' : `${stepMinutes} min`}`}
      legend={OUTCOMES.toReversed().map(({ name, label, color }) => ({
        label,
        color,
        figure: formatCount(totals[name]),
      }))}
      table={<BucketTable label="Throughput by outcome, as a table" buckets={buckets} columns={TABLE} />}
      chart={
        <BarChart
          {...AXES}
          className={isTall ? classes.tall : classes.chart}
          data={data}
          dataKey="clock"
          type="stacked"
          series={OUTCOMES.map(({ name, label, color }) => ({ name, label, color }))}
          barProps={{ isAnimationActive: false, radius: 0 }}
          barChartProps={{ barCategoryGap: '18%', accessibilityLayer: false, margin: { top: 10 } }}
          cursorFill="var(--r-idle-soft)"
          yAxisProps={{ width: 42, allowDecimals: false }}
          valueFormatter={formatCount}
        />
      }
    >
      {children}
    </ChartBlock>
  );
}
