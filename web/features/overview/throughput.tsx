'use client';

import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { MinuteStatsResponse } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { BlockHead } from '@/shell/page/page';
import { formatCount, partsOf } from '@/shell/time/format';
import { useZone } from '@/shell/time/zone';
import { RangeBrush } from './range-brush';
import classes from './overview.module.css';
import { ThroughputTable } from './throughput-table';
import { type Bucket, type TimeRange, totalsOf } from './time-range';

/** From the base up: trouble shares the zero line, so that its height can be compared. */
export const OUTCOMES = [
  { name: 'deadLettered', label: 'dead letter', color: 'var(--r-chart-dead)' },
  { name: 'timedOut', label: 'timed out', color: 'var(--r-chart-timeout)' },
  { name: 'failed', label: 'failed, will retry', color: 'var(--r-chart-failed)' },
  { name: 'completed', label: 'completed', color: 'var(--r-chart-ok)' },
] as const;

interface ThroughputProps {
  readonly buckets: readonly Bucket[];
  readonly stepMinutes: number;
  readonly range: TimeRange;
  readonly day: readonly MinuteStatsResponse[];
  readonly dayEnd: number;
  readonly onBrush: (from: number, to: number) => void;
}

export function Throughput({ buckets, stepMinutes, range, day, dayEnd, onBrush }: ThroughputProps): ReactNode {
  const [isTable, setIsTable] = useState(false);
  const { zone } = useZone();
  const totals = totalsOf(buckets);
  const data = buckets.map((bucket) => ({ ...bucket, clock: partsOf(bucket.at, zone).clock.slice(0, 5) }));
  return (
    <section className={classes.block} aria-label="Throughput by outcome">
      <BlockHead
        title="Throughput by outcome"
        remark={`attempts per ${stepMinutes === 1 ? 'minute' : `${stepMinutes} min`}`}
      >
        <ul className={classes.legend}>
          {OUTCOMES.toReversed().map(({ name, label, color }) => (
            <li key={name}>
              <span style={{ background: color }} />
              {label} <strong>{formatCount(totals[name])}</strong>
            </li>
          ))}
        </ul>
        <Button
          onClick={() => setIsTable(!isTable)}
          leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
          variant="default"
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      </BlockHead>
      {isTable ? (
        <ThroughputTable buckets={buckets} />
      ) : (
        <BarChart
          className={classes.chart}
          data={data}
          dataKey="clock"
          type="stacked"
          series={OUTCOMES.map(({ name, label, color }) => ({ name, label, color }))}
          barProps={{ isAnimationActive: false, radius: 0 }}
          barChartProps={{ barCategoryGap: '18%', accessibilityLayer: false, margin: { top: 10 } }}
          gridColor="var(--r-chart-grid)"
          textColor="var(--r-faint)"
          cursorFill="var(--r-idle-soft)"
          tickLine="none"
          xAxisProps={{ minTickGap: 64, tickMargin: 6 }}
          yAxisProps={{ width: 42, allowDecimals: false }}
          valueFormatter={formatCount}
          tooltipAnimationDuration={0}
        />
      )}
      <RangeBrush minutes={day} end={dayEnd} range={range} onBrush={onBrush} />
    </section>
  );
}
