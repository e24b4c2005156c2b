'use client';

import type { ThroughputBucketResponse } from '@rota/client';
import type { ReactNode } from 'react';
import type { Bucket } from '@/shell/charts/buckets';
import { OutcomeChart } from '@/shell/charts/outcome-chart';
import { RangeBrush } from './range-brush';
import type { TimeRange } from './time-range';

interface ThroughputProps {
  readonly buckets: readonly Bucket[];
  readonly stepMinutes: number;
  readonly range: TimeRange;
  /** The whole day, for the strip below. */
  readonly day: readonly ThroughputBucketResponse[];
  readonly dayEnd: number;
  readonly onBrush: (from: number, to: number) => void;
}

export function Throughput({ buckets, stepMinutes, range, day, dayEnd, onBrush }: ThroughputProps): ReactNode {
  return (
    <OutcomeChart buckets={buckets} stepMinutes={stepMinutes} isTall>
      <RangeBrush day={day} end={dayEnd} range={range} onBrush={onBrush} />
    </OutcomeChart>
  );
}
