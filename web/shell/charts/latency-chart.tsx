'use client';

import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatDuration } from '../time/format';
import { useZone } from '../time/zone';
import { axesIn } from './axes';
import { BucketTable } from './bucket-table';
import type { Bucket } from './buckets';
import { ChartBlock } from './chart-block';
import classes from './charts.module.css';

const SERIES = [
  { name: 'p95WaitMs', label: 'wait', color: 'var(--r-accent)' },
  { name: 'p95RunMs', label: 'run', color: 'var(--r-warn)' },
] as const;

const shown = (ms: number | null | undefined): string => (ms === null || ms === undefined ? '' : formatDuration(ms));

const TABLE = SERIES.map(({ name, label }) => ({
  head: `p95 ${label}`,
  show: (bucket: Bucket) => shown(bucket[name]),
}));

/** The slow end of waits and runs: 95 % took no longer. */
export function LatencyChart({ buckets }: { buckets: readonly Bucket[] }): ReactNode {
  const { zone } = useZone();
  const worst = (name: 'p95WaitMs' | 'p95RunMs'): string => {
    const values = buckets.flatMap((bucket) => bucket[name] ?? []);
    return values.length === 0 ? '–' : `at most about ${formatDuration(Math.max(...values))}`;
  };
  return (
    <ChartBlock
      title="p95 wait and run"
      remark="95 % took no longer, within a fifth"
      legend={SERIES.map(({ name, label, color }) => ({ label, color, figure: worst(name) }))}
      table={<BucketTable label="p95 wait and run, as a table" buckets={buckets} columns={TABLE} />}
      chart={
        <LineChart
          {...axesIn(zone)}
          className={classes.chart}
          data={[...buckets]}
          series={SERIES.map((series) => ({ ...series }))}
          curveType="linear"
          connectNulls={false}
          withDots
          dotProps={{ r: 2 }}
          strokeWidth={1.6}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
          yAxisProps={{ width: 56 }}
          valueFormatter={shown}
        />
      }
    />
  );
}
