'use client';

import type { ThroughputBucketResponse } from '@rota/client';
import { type ReactNode, useMemo } from 'react';
import type { Bucket } from '@/shell/charts/buckets';
import { OutcomeChart } from '@/shell/charts/outcome-chart';
import classes from './overview.module.css';
import { RangeBrush } from './range-brush';
import type { TimeRange } from './time-range';
import { useTroubles } from './use-troubles';

interface ThroughputProps {
  /** Undefined until the first answer: nothing is not the same as none. */
  readonly buckets: readonly Bucket[] | undefined;
  readonly stepMinutes: number;
  readonly range: TimeRange;
  /** The whole day, for the strip below. */
  readonly day: readonly ThroughputBucketResponse[];
  readonly dayEnd: number;
  readonly onBrush: (from: number, to: number) => void;
}

export function Throughput({ buckets, stepMinutes, range, day, dayEnd, onBrush }: ThroughputProps): ReactNode {
  const { data: troubles } = useTroubles();
  const events = useMemo(
    () => (troubles ?? []).flatMap(({ at, mark: label }) => (at && label ? [{ at: Date.parse(at), label }] : [])),
    [troubles],
  );
  if (buckets === undefined) return <div className={classes.chartWaiting} data-loading />;
  return (
    <OutcomeChart buckets={buckets} stepMinutes={stepMinutes} events={events} isTall>
      <RangeBrush day={day} end={dayEnd} range={range} onBrush={onBrush} />
    </OutcomeChart>
  );
}
